/**
 * Figures, legends and the progress of studies, of which parts are composed beside prose and
 * controls.
 */
import { html, nothing, type TemplateResult } from "lit";
import { chartPicture } from "../draw/chart.js";
import type { Hue } from "../draw/figure-export.js";
import { type Heatmap, type Highlight, largestOf } from "../draw/heatmap.js";
import type { Chart } from "../draw/marks.js";
import type { Palette } from "../draw/palette.js";
import type { Picture, PictureMaker } from "../draw/picture-figure.js";
import type { FigureEvents } from "../draw/scene-figure.js";
import { type Columns, coordinates, type MatrixTable } from "../draw/table.js";
import type { Matrix } from "../engine/api.js";
import { exportButton } from "../page/controls.js";
import type { Inputs } from "../page/inputs.js";
import { computeNotice } from "../page/notices.js";
import type { Cell, Fold } from "../state/state.js";
import { coordinatesOf } from "../text/finding.js";
import { powerText } from "../text/numbers.js";
import { type Rich, say, type Values } from "../text/rich.js";
import { foldedTable, tableSummary } from "../ui/matrix-table.js";
import { richText, typeset } from "../ui/rich.js";
import type { Answer, AnyStudy, Shown, Shows, Source } from "./answers.js";
import { Answers } from "./answers.js";
import type { Drawing, Touch } from "./drawings.js";
import type { Words } from "./host.js";
import { LargeTables } from "./large-tables.js";
import { empty, many, pairOf, type Room, set } from "./pieces.js";
import { Pointed } from "./pointed.js";
import { SIDES, type Side } from "./sides.js";

export type Content = TemplateResult | typeof nothing;

export interface Figure extends Shows, Touch {
  /** Its name in its part; that of the drawing, where it has one. */
  readonly name?: string;
  readonly title: string;
  /** What the picture shows, for who does not see it; the title, where it is left out. */
  readonly label?: string;
  readonly kind?: "unscaled" | "scaled" | "scores";
  /** Beside the title, smaller. */
  readonly beside?: string;
  readonly before?: Content;
  /** Whose numbers it shows. */
  readonly of?: Source;
  /** The request that its numbers answer, where they have no such source. */
  readonly inputs?: Inputs;
  /** What picture and table are made of; the result of `of`, where it is left out. */
  readonly deps?: readonly unknown[];
  /**
   * Told whether to leave out what the part asks about, as long as its question is open; a file has
   * it in any case.
   */
  readonly chart?: (palette: Palette, waits: boolean) => Chart;
  /** A picture that is made for its width, in place of a chart. */
  readonly picture?: (...of: [...Parameters<PictureMaker>, waits: boolean]) => Picture;
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

interface MatrixFigure extends Omit<Figure, "drawing" | "tables"> {
  /** The names of the drawing and of the table, and what the drawing shows. */
  readonly name: string;
  readonly table: string;
  readonly alt: string;
  readonly matrix: Matrix;
  readonly rowLabels: readonly string[];
  /** Without them those of the rows. */
  readonly colLabels?: readonly string[];
  /** Of the row headers; without it that of words. */
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

interface Outputs {
  /** Of what the tables hold, with which the figures are described. */
  readonly name: string;
  /** A row each. */
  readonly words: readonly string[];
  readonly drawn: Readonly<Record<Side, { readonly output: Matrix }>>;
  /** Of the tables, where they do not follow a slider within a frame. */
  readonly settled?: Outputs["drawn"];
  /** Of the whole output, of which the first ones are drawn. */
  readonly columns: number;
  readonly inputs: Inputs;
}

/** What a figure and its legend, its table and its progress are made with in a part. */
export abstract class Figures<W extends Words> extends Answers<W> {
  /** The legend of the figures that follow. */
  protected hues: readonly Hue[] = [];
  /** What a file says of the part's formulas: their names. */
  protected abstract readonly formulas: readonly string[];
  /** What stands in a figure before its picture: something only in one that is shown alone. */
  abstract readonly before: unknown;
  /** Whether the finding, and the curve that the part asks about, wait for the reader's answer. */
  abstract readonly waits: boolean;

  /** The picture of a figure. */
  private drawingOf(parts: Figure, deps: readonly unknown[]): Drawing {
    const { name = "", title, label = title, chart, picture } = parts;
    const make = (waits: boolean): PictureMaker =>
      picture
        ? (...of) => picture(...of, waits)
        : chartPicture((palette) => chart?.(palette, waits) as Chart);
    const { waits } = this;
    const drawing = this.picture(name, label, [...deps, waits], make(waits), parts);
    return { ...drawing, scene: make(false) };
  }

  /** A figure with its title and table, offered for export. */
  figure(parts: Figure): TemplateResult {
    const { title, label = title, kind, beside, tableElsewhere, note, of } = parts;
    const { deps = [of?.result] } = parts;
    const { page, part, text: words, formulas } = this;
    const { name, alt, scene, template: picture } = parts.drawing ?? this.drawingOf(parts, deps);
    const inputs = parts.inputs ?? this.inputsOf(of as Source, parts);
    const tables =
      typeof parts.tables === "function"
        ? [this.table(name, label, deps, parts.tables)]
        : [parts.tables].flat();
    const [first = null] = tableElsewhere === true ? [] : tables;
    const called = kind === undefined || beside === undefined ? title : `${title}, ${beside}`;
    const hues = kind === undefined ? this.hues : [];
    const id = `${part}-${name}`;
    const told = { heading: words.heading, text: words.text, formulas };
    const exported = { title: called, hues, alt, tables, scene };
    page.download.offer({ id, part, inputs, exported, told });
    const large = this.shared("tables", () => new LargeTables());
    const filled = first && large.of(this, id, first, parts.busy);
    const template = html`<figure part="figure" class=${kind ?? ""}>
      <figcaption part="title"><h3>${typeset(title)}</h3>${
        beside === undefined ? nothing : html`<span>${typeset(beside)}</span>`
      }</figcaption>
      <div class="shown">
        ${this.before} ${parts.before ?? nothing} ${picture} ${parts.after ?? nothing}
        ${note === undefined ? nothing : html`<p class="note">${set(note)}</p>`}
      </div>
      <div class="below">${foldedTable(
        tableSummary(page.text, called),
        filled ?? first,
        page.surroundings.printing,
        filled !== null,
      )} ${exportButton(page, id, title)}</div>
    </figure>`;
    if (this.state.figure === id) {
      const below = hues.length === 0 ? nothing : huesTemplate(hues);
      this.alone = { template: [template, below], inputs };
    }
    return template;
  }

  /** A matrix as a heat map, and the same numbers as its table, with the same labels. */
  matrixFigure(shown: MatrixFigure): TemplateResult {
    const { name, table, alt, matrix, rowLabels, colLabels = rowLabels, settled } = shown;
    const { corner, largest, largestPitch, rows, pointing, twin, ...figured } = shown;
    const heatmap = (palette: Palette): Heatmap => ({
      matrix,
      rowLabels,
      colLabels,
      largest,
      largestPitch,
      ...(rows && { rows: rows(palette) }),
    });
    const deps = [matrix, largest, ...rowLabels, ...colLabels];
    return this.figure({
      ...figured,
      drawing: this.heatmap(name, alt, deps, heatmap, pointing, twin),
      tables: {
        ...this.weightsTable(table, matrix, rowLabels, colLabels),
        ...settled,
        ...(corner && { corner }),
      },
    });
  }

  /** Weights of words as a table. */
  weightsTable(
    name: string,
    matrix: Matrix,
    rowLabels: readonly string[],
    colLabels = rowLabels,
  ): MatrixTable {
    return {
      kind: "matrix",
      name,
      matrix,
      rowLabels,
      colLabels,
      corner: this.page.text.matrices.corner,
    };
  }

  /** The outputs of an attention side by side on one scale: without the division and with it. */
  outputPair({ name, words, drawn, settled = drawn, columns, inputs }: Outputs): TemplateResult {
    const { text } = this.page;
    const beside = coordinatesOf(text, drawn.scaled.output.cols, columns);
    const largest = largestOf(drawn.unscaled.output, drawn.scaled.output);
    const figures = SIDES.map((side) => {
      const { output: matrix } = drawn[side];
      const { output } = settled[side];
      const table = say(this.common.named[side], { what: name });
      return this.matrixFigure({
        title: text.output[side],
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
    return pairOf(figures);
  }

  /**
   * What is pointed at, by a name.
   * @param held called with the area of a click; without it that area is pointed at
   */
  pointed(name: string, held?: (id: string) => void): Pointed {
    return this.shared(`${name}-pointed`, () => new Pointed(this.changed, held));
  }

  /**
   * What shows an answer, and below it the progress of its study; before there is an answer, the
   * room that it will take.
   * @param room how high it will be
   */
  answered<E>(answer: Answer<E>, room: Room, show: (shown: Shown<E>) => unknown): unknown[] {
    return [
      answer.result === null ? empty(room) : show(answer as Shown<E>),
      this.progress(answer.study),
    ];
  }

  /** Prose, where the text is shown. */
  prose(...content: unknown[]): Content {
    return this.page.shows("text") ? html`<div class="prose">${content}</div>` : nothing;
  }

  /** A remark, where the text is shown. */
  remark<Text extends Rich>(told: Text, ...values: Values<Text>): Content {
    return this.page.shows("text")
      ? html`<p class="note">${richText(told, ...values)}</p>`
      : nothing;
  }

  /**
   * Second figures behind a label, which a link opens: `open=variance-rows,…`. On paper all are
   * open.
   * @param name in `folds` of the part's file in web/src/keys
   * @param content called only while the fold is open: studies that only it shows begin then
   */
  fold(name: Fold, label: string, content: () => unknown): TemplateResult {
    const { hues, state } = this;
    const { open, figure: only } = state;
    // A figure alone may be one of these.
    const shown = only === "" ? open.has(name) || this.whole : this.alone === null;
    // The browser would open the element before the state says so, and the state is what links and
    // Back restore.
    const toggle = (event: Event) => {
      event.preventDefault();
      const others = [...open].filter((other) => other !== name);
      this.page.set({ open: new Set(open.has(name) ? others : [...others, name]) });
    };
    const inside = shown ? content() : nothing;
    this.hues = hues;
    return html`<details class="fold" data-fold=${name} ?open=${shown}>
      <summary @click=${toggle}>${typeset(label)}</summary>
      ${inside}
    </details>`;
  }

  /** A table without a picture, folded. */
  folded(table: MatrixTable): Content {
    const { text, surroundings } = this.page;
    return foldedTable(tableSummary(text), table, surroundings.printing);
  }

  /**
   * The space of a picture that needs an engine; where that did not start, the reason and a button
   * to try again.
   */
  withoutEngine(problem = this.problem): TemplateResult {
    return computeNotice(this.page, problem) ?? empty();
  }

  /**
   * The legend of the figures that are made after it, up to the next one or to the end of the fold.
   */
  hueLegend(hues: readonly Hue[]): TemplateResult {
    this.hues = hues;
    return huesTemplate(hues);
  }

  /**
   * The names of the two colours, and further entries.
   * @param exponent of d in the divisor of the figures: the reader's, unless they are of another
   */
  legend(more: readonly string[] = [], exponent = this.state.exponent): TemplateResult {
    const { unscaled, divided } = this.common.legend;
    return this.hueLegend([
      { name: unscaled, color: "unscaled" },
      { name: say(divided, { by: powerText("d", exponent) }), color: "scaled" },
      ...more.map((name) => ({ name })),
    ]);
  }

  /** The names of the sides. @param divisor as which the second is called */
  sideNames(divisor?: string): Record<Side, string> {
    const { unscaled, scaled, divided } = this.common.legend;
    return { unscaled, scaled: divisor === undefined ? scaled : say(divided, { by: divisor }) };
  }

  /** The names of columns, two for each of the names: that of each side. */
  sided(names: readonly string[]): string[] {
    return names.flatMap((name) =>
      SIDES.map((side) => say(this.common.named[side], { what: name })),
    );
  }

  /** Sentences of several, with semicolons between them. */
  listed(told: readonly unknown[]): unknown[] {
    return told.flatMap((one, i) => (i > 0 ? [this.common.signs.semicolon, one] : [one]));
  }

  /** The same after what introduces them, as a sentence. */
  sentenceOf(begin: unknown, told: readonly unknown[]): unknown[] {
    const { colon, stop } = this.common.signs;
    return [begin, colon, ...this.listed(told), stop];
  }

  /**
   * The progress of a study, with a button to stop it or to continue; nothing where the page itself
   * has the answer.
   */
  progress(study: AnyStudy | undefined): Content {
    if (study === undefined) return nothing;
    const { page, common, text } = this;
    const { progress: words } = common;
    const total = `${many(study.total)} ${text.counted?.[study.name]}`;
    const of = { done: many(Math.floor(study.done)), total };
    const { printing } = page.surroundings;
    const said = {
      // Not begun, or held out of sight.
      waiting:
        study.done === 0
          ? words[printing ? "missing" : "waiting"]
          : say(words[printing ? "stopped" : "held"], of),
      running: study.done === 0 ? words.starting : say(words.running, of),
      stopped: say(words.stopped, of),
      done: say(words.done, of),
      failed: say(page.text.problems.compute, { reason: study.problem ?? "" }),
    }[study.progress];
    const share = study.total > 0 ? study.done / study.total : 0;
    const running = study.progress === "running";
    const button = (word: string, press: () => void) =>
      html`<button type="button" class="small" @click=${press}>${word}</button>`;
    // One button that stops and continues: were there two, the focus would be lost with the one
    // that goes.
    const pressable = () => {
      if (study.progress === "failed") {
        return button(page.text.problems.tryAgain, () => page.retry());
      }
      if (running) return button(words.stop, () => study.stop());
      return study.progress === "stopped" ? button(words.goOn, () => study.goOn()) : nothing;
    };
    return html`<div
      class="progress"
      data-study=${study.name}
      data-progress=${study.progress}
      role=${study.progress === "failed" ? "alert" : "group"}
    >
      <progress max="1" .value=${share} aria-label=${said}></progress>
      <span>${said}</span>
      ${pressable()}
    </div>`;
  }

  /**
   * The figure of the state alone. Until it has numbers, what the author put into the element
   * stays.
   */
  protected figureAlone(): TemplateResult {
    const { alone, problem } = this;
    const study = this.studies.get(alone?.inputs.study ?? "");
    const waiting = problem === null ? html`<slot>${empty()}</slot>` : this.withoutEngine();
    return html`${alone?.template ?? waiting}
    ${study?.progress === "done" ? nothing : this.progress(study)}`;
  }
}

const huesTemplate = (hues: readonly Hue[]): TemplateResult =>
  html`<p class="legend hues">${hues.map(
    ({ name, color, hollow }) =>
      html`<span class=${hollow === true ? "hollow" : (color ?? "")}>${typeset(name)}</span>`,
  )}</p>`;
