/** The figures of a part: a picture with its title, its table and what files say of it. */
import { html, nothing, type TemplateResult } from "lit";
import { SIDES, type Side } from "../attention/sides.js";
import { chartPicture } from "../draw/chart.js";
import type { Hue } from "../draw/figure-export.js";
import { type Heatmap, type Highlight, largestOf } from "../draw/heatmap.js";
import type { Chart } from "../draw/marks.js";
import type { Palette } from "../draw/palette.js";
import type { Picture, PictureMaker } from "../draw/picture-figure.js";
import type { FigureEvents } from "../draw/scene-figure.js";
import { type Columns, coordinates, type MatrixTable } from "../draw/table.js";
import type { Matrix } from "../engine/api.js";
import { framedFigure } from "../page/framed-figure.js";
import type { Inputs } from "../page/inputs.js";
import { TableTurns } from "../page/table-turns.js";
import type { Cell, Fold } from "../state/state.js";
import { coordinatesOf } from "../text/finding.js";
import { powerText } from "../text/numbers.js";
import { say } from "../text/rich.js";
import { foldedTable, tableSummary } from "../ui/matrix-table.js";
import { typeset } from "../ui/rich.js";
import type { Drawing, Drawings, Touch } from "./drawings.js";
import type { ClosedFold, MadeFigure, OpenFold } from "./figure-alone.js";
import { foldOf } from "./fold.js";
import type { PartContext } from "./host.js";
import type { PartAnswers, Shows, Source } from "./part-answers.js";
import type { PartTables } from "./part-tables.js";
import { type Content, figurePair, set } from "./pieces.js";
import { sharedObject } from "./shared.js";

export interface PartFigure extends Shows, Touch {
  /** Its name in its part; without it the drawing's name. */
  readonly name?: string;
  readonly title: string;
  /** What the picture shows, for who does not see it; the title, where it is left out. */
  readonly label?: string;
  readonly kind?: "unscaled" | "scaled" | "scores";
  /** What its colours are called, where no `kind` says it: a file says it below the picture. */
  readonly legend?: readonly Hue[];
  /** The sentence that the page shows below the picture, for files. */
  readonly finding?: string | undefined;
  /** A small text beside the title. */
  readonly beside?: string;
  readonly before?: Content;
  /** Whose numbers it shows. */
  readonly source?: Source;
  /** The request that its numbers answer, where they have no such source. */
  readonly inputs?: Inputs;
  /** What picture and table are made of; the result of `source`, where it is left out. */
  readonly deps?: readonly unknown[];
  /**
   * Told whether to leave out what the part asks about, as long as its question is open; a file has
   * it in any case.
   */
  readonly chart?: (palette: Palette, waits: boolean) => Chart;
  /** A picture that is made for its width, in place of a chart. */
  readonly picture?: (...maker: [...Parameters<PictureMaker>, waits: boolean]) => Picture;
  /** A drawing of another kind. */
  readonly drawing?: Drawing;
  readonly after?: Content;
  readonly note?: unknown;
  /** The figure's numbers. The first table is folded below the figure, unless `tableElsewhere`. */
  readonly tables: (() => Columns) | MatrixTable | readonly MatrixTable[];
  /** Whether another figure shows the table. */
  readonly tableElsewhere?: boolean;
  /** Whether its numbers still come: its table waits until they are there. */
  readonly busy?: boolean;
}

export interface MatrixFigure extends Omit<PartFigure, "drawing" | "tables"> {
  /** The names of the drawing and of the table, and what the drawing shows. */
  readonly name: string;
  readonly table: string;
  readonly alt: string;
  readonly matrix: Matrix;
  readonly rowLabels: readonly string[];
  /** The labels of the columns; without them those of the rows. */
  readonly colLabels?: readonly string[];
  /** The heading of the row headers; default that of words. */
  readonly corner?: string;
  /** The largest absolute number of the scale; without it the entries are weights. */
  readonly largest?: number;
  readonly largestPitch?: number;
  /** What stands beside the rows. */
  readonly rows?: (palette: Palette) => NonNullable<Heatmap["rows"]>;
  readonly pointing?: FigureEvents<Cell> & { readonly highlight: Highlight };
  /** The heat map that scrolls along with it. */
  readonly twin?: string | undefined;
  /** What the table shows instead, which does not follow a slider within a frame. */
  readonly settled?: Pick<MatrixTable, "matrix" | "rowLabels" | "colLabels">;
}

export interface OutputPair {
  /** What the tables hold; the figures are described with it. */
  readonly name: string;
  /** A row each. */
  readonly words: readonly string[];
  readonly drawn: Readonly<Record<Side, { readonly output: Matrix }>>;
  /** The outputs in the tables, where these follow a slider later than the pictures. */
  readonly settled?: OutputPair["drawn"];
  /** The number of columns of the whole output, of which the first ones are drawn. */
  readonly columns: number;
  readonly inputs: Inputs;
}

const tableTurnsOf = sharedObject(() => new TableTurns());

/** What figures are made with in a part. */
export class PartFigures {
  constructor(
    private readonly context: PartContext,
    private readonly drawings: Drawings,
    private readonly answers: PartAnswers,
    private readonly tables: PartTables,
  ) {}

  /** A figure with its title and table, offered for export. */
  make(figure: PartFigure): MadeFigure {
    const { context } = this;
    const { page, part, text, formulas } = context;
    const { title, label = title, kind, beside, finding, tableElsewhere, note, source } = figure;
    const { deps = [source?.result] } = figure;
    const drawing = figure.drawing ?? this.drawingOf(figure, deps);
    const inputs = figure.inputs ?? this.answers.inputsOf(source as Source, figure);
    const tables =
      typeof figure.tables === "function"
        ? [this.tables.make(drawing.name, label, deps, figure.tables)]
        : [figure.tables].flat();
    // The colour of a kind is that of the title.
    const legend = kind === undefined ? (figure.legend ?? []) : [];
    const called = kind === undefined || beside === undefined ? title : `${title}, ${beside}`;
    const id = `${part}-${drawing.name}`;
    page.download.offer({
      id,
      part,
      inputs,
      exported: {
        title: called,
        hues: legend,
        alt: drawing.alt,
        // The one beside it is known once the whole part is rendered.
        get finding() {
          return finding ?? context.findingBeside(id);
        },
        tables,
        scene: drawing.scene,
      },
      partText: {
        heading: text.heading,
        text: [...text.text, ...(text.further?.text ?? [])],
        formulas,
      },
    });
    const filling = {
      whole: context.whole,
      busy: figure.busy ?? false,
      render: context.changedAnew,
    };
    const template = framedFigure(page, {
      id,
      kind,
      title,
      beside: beside === undefined ? nothing : html`<span>${typeset(beside)}</span>`,
      // What stands before the figures of a slide stands once, before the first of them.
      picture: html`${id === page.state.figure ? context.before : nothing}
        ${figure.before ?? nothing} ${drawing.template}
        ${figure.after ?? nothing}
        ${note === undefined ? nothing : html`<p class="note">${set(note)}</p>`}`,
      table: tableElsewhere === true ? null : (tables[0] ?? null),
      tableCalled: called,
      fill: (table) => tableTurnsOf(context).of(id, table, filling),
    });
    return Object.assign(template, { made: { id, inputs, legend } });
  }

  /** The picture of a figure. */
  private drawingOf(figure: PartFigure, deps: readonly unknown[]): Drawing {
    const { name = "", title, label = title, chart, picture } = figure;
    const make = (waits: boolean): PictureMaker =>
      picture
        ? (...maker) => picture(...maker, waits)
        : chartPicture((palette) => chart?.(palette, waits) as Chart);
    const { waits } = this.context;
    const drawing = this.drawings.picture(name, label, [...deps, waits], make(waits), figure);
    return { ...drawing, scene: make(false) };
  }

  /** A matrix as a heat map, and the same numbers as its table, with the same labels. */
  matrix(matrixFigure: MatrixFigure): MadeFigure {
    const { name, table, alt, matrix, rowLabels, colLabels = rowLabels, settled } = matrixFigure;
    const { corner, largest, largestPitch, rows, pointing, twin, ...figure } = matrixFigure;
    const heatmap = (palette: Palette): Heatmap => ({
      matrix,
      rowLabels,
      colLabels,
      largest,
      largestPitch,
      ...(rows && { rows: rows(palette) }),
    });
    const deps = [matrix, largest, ...rowLabels, ...colLabels];
    return this.make({
      ...figure,
      drawing: this.drawings.heatmap(name, alt, deps, heatmap, pointing, twin),
      tables: {
        ...this.tables.ofWeights(table, matrix, rowLabels, colLabels),
        ...settled,
        ...(corner && { corner }),
      },
    });
  }

  /** The outputs of an attention side by side on one scale: without the division and with it. */
  outputPair({ name, words, drawn, settled = drawn, columns, inputs }: OutputPair): TemplateResult {
    const { page, common } = this.context;
    const beside = coordinatesOf(page.text, drawn.scaled.output.cols, columns);
    const largest = largestOf(drawn.unscaled.output, drawn.scaled.output);
    const figures = SIDES.map((side) => {
      const { output: matrix } = drawn[side];
      const { output } = settled[side];
      const table = say(common.named[side], { what: name });
      return this.matrix({
        title: page.text.output[side],
        kind: side,
        inputs,
        beside,
        name: `${side}-output`,
        table,
        alt: table,
        matrix,
        rowLabels: words,
        colLabels: coordinates(matrix.cols),
        largest,
        largestPitch: 60,
        settled: { matrix: output, rowLabels: words, colLabels: coordinates(output.cols) },
      });
    });
    return figurePair(figures);
  }

  /**
   * Second figures behind a label, which a link opens: `open=variance-rows,…`. On paper all are
   * open.
   * @param name in `folds` of the part's file in web/src/keys
   * @param content called only while the fold is open: studies that only it shows begin then
   * @param within the folds that it holds
   */
  fold(
    name: Fold,
    label: string,
    content: () => unknown,
    within?: readonly Fold[],
  ): OpenFold | ClosedFold {
    return foldOf(this.context.host, name, label, this.context.whole, content, within);
  }

  /** The same in a chapter; in sight where the part is a view of its own. */
  foldInChapter(name: Fold, label: string, content: () => unknown): unknown {
    const { page, part } = this.context;
    const { view, figure } = page.state;
    return view === part && figure === "" ? content() : this.fold(name, label, content);
  }

  /** A table without a picture, folded. */
  folded(table: MatrixTable): Content {
    const { text, surroundings } = this.context.page;
    return foldedTable(tableSummary(text), table, surroundings.printing);
  }

  /**
   * The names of the two colours, and further entries.
   * @param exponent of d in the divisor of the figures: the reader's, unless they are of another
   */
  legend(more: readonly string[] = [], exponent = this.context.state.exponent): readonly Hue[] {
    const { unscaled, divided } = this.context.common.legend;
    return [
      { name: unscaled, color: "unscaled" },
      { name: say(divided, { by: powerText("d", exponent) }), color: "scaled" },
      ...more.map((name) => ({ name })),
    ];
  }
}
