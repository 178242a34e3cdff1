/** Figures, legends and the progress of studies, of which parts are composed beside prose and controls. */
import { html, nothing, type TemplateResult } from "lit";
import { chartPicture } from "../draw/chart.js";
import type { Hue } from "../draw/figure-export.js";
import type { Axis, Chart, Point } from "../draw/marks.js";
import { log } from "../draw/marks.js";
import type { Palette } from "../draw/palette.js";
import type { Picture, PictureMaker } from "../draw/picture-figure.js";
import type { FigureEvents } from "../draw/scene-figure.js";
import type { Columns, MatrixTable } from "../draw/table.js";
import { exportButton } from "../page/controls.js";
import type { Inputs } from "../page/inputs.js";
import { failureNotice } from "../page/notices.js";
import type { Fold } from "../state/state.js";
import { powerText } from "../text/numbers.js";
import type { Rich } from "../text/rich.js";
import { foldedTable, tableSummary } from "../ui/matrix-table.js";
import { richText, typeset } from "../ui/rich.js";
import type { Answer, AnyStudy, Shown, Shows, Source } from "./answers.js";
import type { AreaButton, Drawing } from "./drawings.js";
import { LargeTables } from "./large-tables.js";
import type { PartView, Words } from "./part-view.js";

type View = PartView<Words>;
export type Content = TemplateResult | typeof nothing;

export interface Figure extends Shows {
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
  /** Told whether to leave out what the part asks about, as long as its question is open; a file has it in any case. */
  readonly chart?: (palette: Palette, waits: boolean) => Chart;
  /** Called with the numbers at a place of the chart that was clicked. */
  readonly pick?: (numbers: Point) => void;
  /** A picture that is made for its width, in place of a chart. */
  readonly picture?: (...of: [...Parameters<PictureMaker>, waits: boolean]) => Picture;
  /** Of a picture whose areas can be pointed at: what follows the pointer, the area in the light, and buttons over areas. */
  readonly events?: FigureEvents<string>;
  readonly at?: string;
  readonly buttons?: readonly AreaButton[];
  /** A drawing of another kind. */
  readonly drawing?: Drawing;
  readonly after?: Content;
  readonly note?: unknown;
  /** The figure's numbers. The first table is folded below the figure, unless `tableElsewhere`. */
  readonly tables: (() => Columns) | MatrixTable | readonly MatrixTable[];
  /** The name of the table that `tables` makes, if it is not `label`. */
  readonly tableName?: string;
  /** Whether another figure shows the table. */
  readonly tableElsewhere?: boolean;
  /** Whether its numbers still come: its table waits until they are there. */
  readonly busy?: boolean;
}

/** The picture of a figure. */
function drawingOf(view: View, parts: Figure, deps: readonly unknown[]): Drawing {
  const { name = "", title, label = title, chart, picture } = parts;
  const { events, at, buttons, pick } = parts;
  const make = (waits: boolean): PictureMaker =>
    picture
      ? (...of) => picture(...of, waits)
      : chartPicture((palette) => chart?.(palette, waits) as Chart);
  const { waits } = view;
  const shown = [...deps, waits];
  const drawing = view.picture(name, label, shown, make(waits), events, at, buttons, pick);
  return { ...drawing, scene: make(false) };
}

/** A figure with its title and table, offered for export. */
export function figure(view: View, parts: Figure): TemplateResult {
  const { title, label = title, kind, beside, tableElsewhere, note, of } = parts;
  const { tableName = label } = parts;
  const { page } = view;
  const { deps = [of?.result] } = parts;
  const drawing = parts.drawing ?? drawingOf(view, parts, deps);
  const inputs = parts.inputs ?? view.inputsOf(of as Source, parts);
  const tables =
    typeof parts.tables === "function"
      ? [view.table(tableName, deps, parts.tables)]
      : [parts.tables].flat();
  const [first = null] = tableElsewhere === true ? [] : tables;
  const name = kind === undefined || beside === undefined ? title : `${title}, ${beside}`;
  const hues = kind === undefined ? view.hues : [];
  const id = view.offer(name, drawing, tables, inputs, hues);
  const large = view.shared("tables", () => new LargeTables());
  const filled = first && large.of(view, id, first, parts.busy);
  const template = html`<figure part="figure" class=${kind ?? ""}>
    <figcaption part="title"><h3>${typeset(title)}</h3>${beside === undefined ? nothing : html`<span>${typeset(beside)}</span>`}</figcaption>
    <div class="shown">
      ${view.before} ${parts.before ?? nothing} ${drawing.template} ${parts.after ?? nothing}
      ${note === undefined ? nothing : html`<p class="note">${typeof note === "string" ? typeset(note) : note}</p>`}
    </div>
    <div class="below">${foldedTable(tableSummary(page.text, name), filled ?? first, page.surroundings.printing, filled !== null)} ${exportButton(page, id, title)}</div>
  </figure>`;
  if (view.state.figure === id) view.alone = { template, inputs, hues };
  return template;
}

/**
 * What shows an answer, and below it the progress of its study; before there is an answer, the room that it will take.
 * @param room as in `empty`
 */
export const answered = <E>(
  view: View,
  answer: Answer<E>,
  room: Parameters<typeof empty>,
  show: (shown: Shown<E>) => unknown,
): unknown[] => [
  answer.result === null ? empty(...room) : show(answer as Shown<E>),
  progress(view, answer.study),
];

/** Prose, where the text is shown. */
export const proseOf = ({ page }: View, ...content: unknown[]): Content =>
  page.shows("text") ? html`<div class="prose">${content}</div>` : nothing;

/** A remark, where the text is shown. */
export const remark = ({ page }: View, told: Rich): Content =>
  page.shows("text") ? html`<p class="note">${richText(told)}</p>` : nothing;

/** Figures beside each other, on a narrow page below each other. */
export const pairOf = (...figures: unknown[]): TemplateResult =>
  html`<div class="pair-of-figures">${figures}</div>`;

/** What a figure has shown, in a sentence. */
export const findingOf = (told: Rich): TemplateResult =>
  html`<p class="caption spoken">${richText(told)}</p>`;

/**
 * Second figures behind a label, which a link opens: `open=variance-rows,…`. On paper all are open.
 * @param name in `folds` of the part's keys.ts
 * @param content called only while the fold is open: studies that only it shows begin then
 */
export function fold(
  view: View,
  name: Fold,
  label: string,
  content: () => unknown,
): TemplateResult {
  const { open, figure: only } = view.state;
  const { hues } = view;
  // A figure alone may be one of these.
  const shown = only === "" ? open.has(name) || view.whole : view.alone === null;
  // The browser would open the element before the state says so, and the state is what links and Back restore.
  const toggle = (event: Event) => {
    event.preventDefault();
    const others = [...open].filter((other) => other !== name);
    view.page.set({ open: new Set(open.has(name) ? others : [...others, name]) });
  };
  const inside = shown ? content() : nothing;
  view.hues = hues;
  return html`<details class="fold" data-fold=${name} ?open=${shown}>
    <summary @click=${toggle}>${typeset(label)}</summary>
    ${inside}
  </details>`;
}

/** A table without a picture, folded. */
export const folded = ({ page }: View, table: MatrixTable): Content =>
  foldedTable(tableSummary(page.text), table, page.surroundings.printing);

/** A row of a small table: its name, and its numbers as they are and as they are written. */
export const tableRow = (
  name: unknown,
  cells: readonly (readonly [value: number, written: unknown])[],
  chosen = false,
): TemplateResult =>
  html`<tr data-chosen=${chosen}>
    <th scope="row">${typeof name === "string" ? typeset(name) : name}</th>
    ${cells.map(([value, written]) => html`<td data-value=${String(value)}>${typeof written === "string" ? typeset(written) : written}</td>`)}
  </tr>`;

/** A table of few numbers, which is always visible. */
export const smallTable = (
  caption: string,
  corner: string,
  columns: readonly string[],
  rows: readonly unknown[],
  hidden = false,
): TemplateResult =>
  html`<table class="small-table" aria-label=${caption}>
    <caption class=${hidden ? "visually-hidden" : nothing}>${typeset(caption)}</caption>
    <thead><tr><th><span class="visually-hidden">${corner}</span></th>${columns.map((name) => html`<th scope="col"><span aria-hidden="true">${typeset(name)}</span><span class="visually-hidden">${name}</span></th>`)}</tr></thead>
    <tbody>${rows}</tbody>
  </table>`;

/**
 * The space for what is not there yet, so that nothing moves when it comes.
 * @param wide its height on a wide page, in CSS pixels
 * @param narrow its height on a phone
 * @param chinese the same in Chinese, whose texts take fewer lines there
 */
export const empty = (wide = 330, narrow = wide, chinese = narrow): TemplateResult =>
  html`<div class="empty" .style=${`--wide: ${wide}px; --narrow: ${narrow}px; --chinese: ${chinese}px`}></div>`;

/** The same for a picture that needs an engine; where that did not start, the reason and a button to try again. */
export const withoutEngine = ({ problem, page }: Pick<View, "problem" | "page">): TemplateResult =>
  problem === null ? empty() : failureNotice(page, [page.text.problems.compute(problem)]);

const huesTemplate = (hues: readonly Hue[]): TemplateResult =>
  html`<p class="legend hues">${hues.map(({ name, color, hollow }) => html`<span class=${hollow === true ? "hollow" : (color ?? "")}>${typeset(name)}</span>`)}</p>`;

/** The legend of the figures that are made after it, up to the next one or to the end of the fold. */
export function hueLegend(view: View, hues: readonly Hue[]): TemplateResult {
  view.hues = hues;
  return huesTemplate(hues);
}

/**
 * The names of the two colours, and further entries.
 * @param exponent of d in the divisor of the figures: the reader's, unless they are of another
 */
export function legend(
  view: View,
  more: readonly string[] = [],
  exponent = view.state.exponent,
): TemplateResult {
  const { unscaled, divided } = view.common.legend;
  return hueLegend(view, [
    { name: unscaled, color: "unscaled" },
    { name: divided(powerText("d", exponent)), color: "scaled" },
    ...more.map((name) => ({ name })),
  ]);
}

/** Sentences of several, with semicolons between them. */
export const listed = ({ common }: View, told: readonly unknown[]): unknown[] =>
  told.flatMap((one, i) => (i > 0 ? [common.signs.semicolon, one] : [one]));

/** The same after what introduces them, as a sentence. */
export const sentenceOf = (view: View, begin: unknown, told: readonly unknown[]): unknown[] => {
  const { colon, stop } = view.common.signs;
  return [begin, colon, ...listed(view, told), stop];
};

/** A number with narrow spaces between thousands. */
export const many = (count: number) => count.toLocaleString("en");

/** The progress of a study, with a button to stop it or to continue; nothing where the page itself has the answer. */
export function progress({ page, common, text }: View, study: AnyStudy | undefined): Content {
  if (study === undefined) return nothing;
  const { progress: words } = common;
  const total = `${many(study.total)} ${text.counted?.[study.name]}`;
  const of = [many(Math.floor(study.done)), total] as const;
  const { printing } = page.surroundings;
  const said = {
    // Not begun, or held out of sight.
    waiting:
      study.done === 0
        ? words[printing ? "missing" : "waiting"]
        : words[printing ? "stopped" : "held"](...of),
    running: study.done === 0 ? words.starting : words.running(...of),
    stopped: words.stopped(...of),
    done: words.done(of[1]),
    failed: page.text.problems.compute(study.problem ?? ""),
  }[study.progress];
  const share = study.total > 0 ? study.done / study.total : 0;
  const running = study.progress === "running";
  // One button that stops and continues: were there two, the focus would be lost with the one that goes.
  const button =
    study.progress === "failed"
      ? html`<button type="button" class="small" @click=${() => page.retry()}>${page.text.problems.tryAgain}</button>`
      : running || study.progress === "stopped"
        ? html`<button type="button" class="small" @click=${() => (running ? study.stop() : study.goOn())}>
          ${running ? words.stop : words.goOn}
        </button>`
        : nothing;
  return html`<div class="progress" data-study=${study.name} data-progress=${study.progress} role=${study.progress === "failed" ? "alert" : "group"}>
    <progress max="1" .value=${share} aria-label=${said}></progress>
    <span>${said}</span>
    ${button}
  </div>`;
}

/** The figure of the state alone. Until it has numbers, what the author put into the element stays. */
export function figureAlone(view: View, study?: AnyStudy): TemplateResult {
  const { alone, problem } = view;
  const waiting = problem === null ? html`<slot>${empty()}</slot>` : withoutEngine(view);
  return html`${alone?.template ?? waiting} ${alone && alone.hues.length > 0 ? huesTemplate(alone.hues) : nothing}
    ${study?.progress === "done" ? nothing : progress(view, study)}`;
}

/** An axis of d from 1 to 1024, on which octaves have equal distances. */
export const dimAxis = (domain: Axis["domain"] = [0.85, 1200], label = "d"): Axis =>
  log(domain, label, { ticks: [1, 4, 16, 64, 256, 1024] });

/** An axis of the number of keys from 3 to 32,768. */
export const keysAxis = (label: string, domain: Axis["domain"] = [2.7, 37_000]): Axis =>
  log(domain, label, { ticks: [3, 16, 64, 512, 4096, 32_768], format: String });
