/**
 * The reader's own attention: tensors from a file, from what is pasted or from this page, the rule
 * that their code used, and every head without the division and with it.
 */
import { html, nothing, type TemplateResult } from "lit";
import { ref } from "lit/directives/ref.js";
import { version } from "../../../../package.json";
import { memoFor, oneFor } from "../../belonging.js";
import type { Hue } from "../../draw/figure-export.js";
import { Pointed } from "../../draw/pointed.js";
import type { Matrix } from "../../engine/api.js";
import { type Given, givenInDocument } from "../../own/given.js";
import { EXPONENT_BAR } from "../../page/bar-settings.js";
import type { Page } from "../../page/page.js";
import { headsPicture } from "../../part-kit/heads-picture.js";
import {
  figurePair,
  findingOf,
  type PartView,
  piece,
  type Section,
  SIDES,
  type Side,
  smallTable,
  tableRow,
} from "../../part-kit/part-view.js";
import { sharedObject } from "../../part-kit/shared.js";
import { tellHost } from "../../part-kit/tell-host.js";
import type { Cell, State } from "../../state/state.js";
import type { en } from "../../text/en/opened.js";
import { percent, powerText, significant, weight } from "../../text/numbers.js";
import { say } from "../../text/rich.js";
import { richText, typeset } from "../../ui/rich.js";
import { selectField } from "../../ui/select-field.js";
import { openExample } from "./examples.js";
import type { HeadReport } from "./experiments.js";
import { chosenTensors, dropTarget, openRow, pasteField, understoodLine } from "./opening.js";
import { markdownOf, reportOf } from "./report.js";
import { MOST_AT_ONCE, OwnSession } from "./session.js";
import { hasAllRows, headsTable } from "./table.js";

type View = PartView<typeof en>;

const sessionOf = sharedObject((host) => new OwnSession(host));

/** Layer and head of a head that is numbered from 0 over all layers; both from 1. */
function placeOf(
  session: OwnSession,
  index: number,
): { readonly layer: number; readonly head: number } {
  const heads = session.known?.heads ?? 1;
  return { layer: Math.floor(index / heads) + 1, head: (index % heads) + 1 };
}

export const headName = (view: View, session: OwnSession, index: number): string =>
  say(view.text.named, placeOf(session, index));

function holdHead(view: View, index: number): void {
  const { layer, head } = placeOf(sessionOf(view), index);
  view.page.set({ ownlayer: layer, ownhead: head });
}

const pointedHead = oneFor(
  (view: View) => new Pointed(view.changed, (id) => holdHead(view, Number(id))),
);

/** The head that is large, numbered from 0 over all layers. */
function heldHead({ state }: View, { known }: OwnSession): number {
  if (known === null) return 0;
  const layer = Math.min(state.ownlayer, known.layers) - 1;
  return layer * known.heads + Math.min(state.ownhead, known.heads) - 1;
}

/** d_k: as opened, or as the reader has set it where only weights are open. */
const widthOf = (view: View, { known }: OwnSession): number => known?.width || view.state.ownwidth;

function sideTitle(view: View, side: Side): string {
  const { common, state, text } = view;
  const { legend } = common;
  if (side === "unscaled") return legend.unscaled;
  const session = sessionOf(view);
  const width = widthOf(view, session);
  const heads = session.known?.heads ?? 1;
  switch (state.ownrule) {
    case "exponent":
      return say(legend.divided, { by: powerText(width, state.exponent) });
    case "heads":
      return say(legend.divided, { by: powerText(heads, 0.5) });
    case "model":
      return say(legend.divided, { by: powerText(heads * width, 0.5) });
    case "measured":
      return text.rule.asMeasured;
  }
}

/** What the colours of the figures are called. */
const legendOf = (view: View): readonly Hue[] =>
  SIDES.map((side) => ({ name: sideTitle(view, side), color: side }));

/** The request of the figures: no key of the state holds their numbers. */
const inputsOf = (view: View) => {
  const { exponent, ownrule, ownlayer, ownhead } = view.state;
  return { ...view.answers.inputs(null, { exponent, ownrule, ownlayer, ownhead }), moves: null };
};

/** Saves what this chapter reads. */
const SAVING = `import numpy as np

np.savez(
    "attention.npz",
    q=q.detach().float().cpu().numpy(),  # [heads, n, d_head]
    k=k.detach().float().cpu().numpy(),  # [heads, m, d_head]
    weights=weights.detach().float().cpu().numpy(),  # [heads, n, m], after softmax
    tokens=np.array(tokens),  # the m tokens, as texts
)`;

const numbersTo = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => String(i + 1));

/** What is handed over to the element, or stands in its own document. */
function givenTo({ tensors, ownPage }: Page): Given | null {
  if (tensors !== undefined && tensors !== null) return { tensors, from: "page" };
  return ownPage ? givenInDocument() : null;
}

const EMPTY = { rows: 1, cols: 1, data: new Float64Array(1) };

function headsFigure(view: View, session: OwnSession, lit: number): TemplateResult {
  const { heads: text } = view.text;
  const { total, known } = session;
  const reports = Array.from({ length: total }, (_, index) => session.reports.get(index));
  const sides = SIDES.map((side) =>
    reports.map((report) => (report === undefined ? EMPTY : report.sides[side].small)),
  );
  const legend = legendOf(view);
  const titles = legend.map(({ name }) => name);
  const numbers = SIDES.map((side) =>
    reports.map((report) => report?.sides[side].largest ?? Number.NaN),
  );
  const first = session.reports.get(lit);
  return view.figures.make({
    name: "heads",
    legend,
    title: text.title,
    label: say(text.alt, { count: total }),
    note: text.note,
    deps: [session.revision, session.opened, ...titles],
    picture: headsPicture({
      sides,
      titles,
      columns: known?.heads ?? 1,
      causal: first?.rule?.causal === "upper-left",
      axes: text.axes,
      lit,
    }),
    events: pointedHead(view),
    highlighted: String(lit),
    inputs: inputsOf(view),
    busy: session.reports.size < total,
    tables: view.tables.make("heads", text.table, [session.revision], () => ({
      corner: view.common.head,
      rows: reports.map((_, index) => {
        const { layer, head } = placeOf(session, index);
        return `${layer}.${head}`;
      }),
      columns: view.tables.sided([view.text.table.columns.largest]),
      values: numbers,
    })),
  });
}

/** What the rows or columns of a large picture are called: tokens, or their numbers. */
function labelsOf(tokens: readonly string[] | null, count: number, shown: number): string[] {
  const size = Math.ceil(count / shown);
  return Array.from(
    { length: shown },
    (_, place) => tokens?.[place * size] ?? `${place * size + 1}`,
  );
}

function largeFigure(
  view: View,
  session: OwnSession,
  report: HeadReport,
  index: number,
  side: Side,
): TemplateResult {
  const { large } = view.text;
  const { known, tokens } = session;
  const { picture } = report.sides[side];
  const rows = known?.queries ?? picture.rows;
  const cols = known?.keys ?? picture.cols;
  const isPooled = rows > picture.rows || cols > picture.cols;
  const table = say(view.common.named[side], { what: large.table });
  return view.figures.matrix({
    title: headName(view, session, index),
    kind: side,
    beside: sideTitle(view, side),
    inputs: inputsOf(view),
    name: side,
    table,
    alt: table,
    matrix: picture,
    rowLabels: labelsOf(rows === cols ? tokens : null, rows, picture.rows),
    colLabels: labelsOf(tokens, cols, picture.cols),
    twin: side === "scaled" ? "unscaled" : "scaled",
    ...(isPooled && { note: say(large.pooled, { rows, cols }) }),
  });
}

/** A head of the map: its place. */
const pointedOnMap = oneFor(
  (view: View) =>
    new Pointed<Cell>(view.changed, ({ row, col }) =>
      view.page.set({ ownlayer: row + 1, ownhead: col + 1 }),
    ),
);

/** The mean largest weight of each head [layers×heads], 0 where it is not known yet. */
const largestOf = memoFor(
  ({ reports }: OwnSession, _revision: number, layers: number, heads: number): Matrix => ({
    rows: layers,
    cols: heads,
    data: Float64Array.from(
      { length: layers * heads },
      (_, index) => reports.get(index)?.opened?.largest ?? 0,
    ),
  }),
);

/** How saturated each head of all layers is, where there is more than one. */
function mapFigure(view: View, session: OwnSession, held: number) {
  const { known, total, reports } = session;
  const isSeen = reports.size === total;
  if (known === null || total < 2) return nothing;
  const { map } = view.text;
  const { layers, heads } = known;
  const matrix = largestOf(view, session, session.revision, layers, heads);
  const { data } = matrix;
  const at = pointedOnMap(view).at ?? { row: Math.floor(held / heads), col: held % heads };
  const most = data.indexOf(Math.max(...data));
  return view.figures.matrix({
    name: "map",
    title: map.title,
    table: map.table,
    alt: map.alt,
    corner: view.common.layer,
    matrix,
    largestPitch: 44,
    rowLabels: numbersTo(layers),
    colLabels: numbersTo(heads),
    pointing: {
      ...pointedOnMap(view).by((cell: Cell) => cell),
      highlight: { ...at, kind: "finding" },
    },
    inputs: inputsOf(view),
    busy: !isSeen,
    ...(isSeen && {
      note: say(map.note, {
        head: headName(view, session, most),
        largest: weight(data[most] ?? 0),
      }),
    }),
  });
}

/** The numbers of the head that is large, for both sides. */
function headNumbers(view: View, session: OwnSession, report: HeadReport, index: number) {
  const { numbers } = view.text;
  const keys = session.known?.keys ?? 0;
  const row = (
    name: string,
    of: (side: HeadReport["sides"][Side]) => number | null,
    write: (value: number) => string,
  ) => {
    const values = SIDES.map((side) => of(report.sides[side]));
    if (values.includes(null)) return nothing;
    return tableRow(
      name,
      values.map((value) => ({ value: value ?? 0, written: write(value ?? 0) })),
    );
  };
  const short = (value: number) => significant(value, 3);
  return smallTable(
    say(numbers.caption, { head: headName(view, session, index) }),
    numbers.corner,
    legendOf(view).map(({ name }) => name),
    [
      row(numbers.entropy, ({ entropy }) => entropy, short),
      row(say(numbers.words, { keys }), ({ entropy }) => Math.exp(entropy), short),
      row(numbers.largest, ({ largest }) => largest, weight),
      row(
        numbers.share,
        ({ gradient }) => gradient?.share ?? null,
        (share) => `${percent(share)} %`,
      ),
      row(numbers.norm, ({ gradient }) => gradient?.norm ?? null, short),
    ],
  );
}

function finding(view: View, session: OwnSession, report: HeadReport, index: number) {
  const { text } = view;
  const { unscaled, scaled } = report.sides;
  const told = ({ largest, entropy }: HeadReport["sides"][Side]) => ({
    largest: weight(largest),
    entropy: significant(entropy, 3),
  });
  const width = widthOf(view, session);
  return [
    findingOf(text.finding, {
      head: headName(view, session, index),
      without: told(unscaled),
      withIt: told(scaled),
    }),
    report.deviation === null
      ? nothing
      : html`<p class="note">${richText(text.spread, {
          deviation: significant(report.deviation, 3),
          width,
          root: significant(Math.sqrt(width), 3),
        })}</p>`,
  ];
}

/** The report in words, with a button that copies it. */
function report(view: View, session: OwnSession): TemplateResult | typeof nothing {
  const paragraphs = reportOf(view, session);
  if (paragraphs.length === 0) return nothing;
  const { report: text } = view.text;
  const copy = async (event: Event) => {
    const button = event.currentTarget as HTMLButtonElement;
    await navigator.clipboard.writeText(markdownOf(view, session, version));
    button.textContent = text.copied;
  };
  return piece(
    "report",
    html`<div class="told-rule" aria-live="polite">
      ${paragraphs.map((paragraph) => html`<p>${typeset(paragraph)}</p>`)}
      <button type="button" class="small" @click=${copy}>${text.copy}</button>
    </div>`,
  );
}

/** Layer, text and head as lists, where there is more than one. */
function placeFields(view: View, { known }: OwnSession): readonly TemplateResult[] {
  if (known === null) return [];
  const { places } = view.text;
  const field = (key: "ownlayer" | "owntext" | "ownhead", label: string, count: number) => {
    if (count < 2) return [];
    const value = String(Math.min(view.state[key], count));
    const options = Array.from({ length: count }, (_, i) => [`${i + 1}`, `${i + 1}`] as const);
    const choose = (chosen: string) => view.page.set({ [key]: Number(chosen) });
    return [
      html`<div class="setting">${selectField({ id: view.idOf(key), label, value, options, choose })}</div>`,
    ];
  };
  return [
    ...field("ownlayer", places.layer, known.layers),
    ...field("owntext", places.text, known.batch),
    ...field("ownhead", places.head, known.heads),
  ];
}

/** What the divided side divides by. */
function ruleField(view: View): TemplateResult {
  const { label, names } = view.text.rule;
  return html`<div class="setting">${selectField({
    id: view.idOf("ownrule"),
    label,
    value: view.state.ownrule,
    options: Object.entries(names) as [State["ownrule"], string][],
    choose: (chosen) => view.page.set({ ownrule: chosen as State["ownrule"] }),
  })}</div>`;
}

function progress(view: View, session: OwnSession): TemplateResult | typeof nothing {
  const { done, total, stopped, finished } = session;
  const { stop, goOn } = view.common.progress;
  // Numbers that follow a slider come within a moment, and the last ones stand there until then.
  const isAnew = total <= MOST_AT_ONCE && session.reports.size === total;
  if (total === 0 || finished || (isAnew && !stopped)) return nothing;
  return html`<div class="progress" role="group">
    <progress max=${total} .value=${done} aria-label=${view.text.heads.title}></progress>
    <span>${say(view.text.reading, { done, total })}</span>
    <button
      type="button"
      class="small"
      @click=${() => (stopped ? session.goOn() : session.stop())}
    >${stopped ? goOn : stop}</button>
  </div>`;
}

/** What is shown in turns: until its turn comes, a piece of the page stays as it was. */
class Turns {
  private readonly pieces = new Map<string, unknown>();

  shown(name: string, isItsTurn: boolean, make: () => unknown): unknown {
    if (isItsTurn || !this.pieces.has(name)) this.pieces.set(name, make());
    return this.pieces.get(name);
  }
}

const turnOf = oneFor((_: View) => new Turns());

function content(view: View): unknown[] {
  const { engine, state, text } = view;
  if (engine === null) return [view.progress.withoutEngine()];
  const session = sessionOf(view);
  openExample(view, session);
  session.receive(givenTo(view.page));
  const held = heldHead(view, session);
  session.follow({
    choice: chosenTensors(state),
    width: state.ownwidth,
    rule: state.ownrule,
    exponent: state.exponent,
    batch: state.owntext - 1,
    first: held,
  });
  const lit = Number(pointedHead(view).at ?? held);
  const shown = session.reports.has(lit) ? lit : held;
  const shownReport = session.reports.get(shown);
  const isReady =
    session.isReadersOwn &&
    session.turnsShown >= 2 &&
    shownReport?.complete === true &&
    hasAllRows(view, session);
  const told = { "data-own": isReady ? "ready" : null };
  return [
    html`<div ${ref(tellHost(view.page.ownPage, told))}>
      <div ${ref(dropTarget(view, session))}>${openRow(view, session)}</div>
    </div>`,
    understoodLine(view, session),
    progress(view, session),
    report(view, session),
    view.controls.row(
      ...placeFields(view, session),
      session.known?.width === 0 ? view.controls.field("ownwidth", text.places.width, 2) : nothing,
      ruleField(view),
    ),
    session.known === null ? nothing : headsFigure(view, session, shown),
    turnOf(view).shown("head", session.turnsShown >= 1, () => [
      mapFigure(view, session, shown),
      shownReport === undefined
        ? nothing
        : [
            finding(view, session, shownReport, shown),
            headNumbers(view, session, shownReport, shown),
            figurePair(SIDES.map((side) => largeFigure(view, session, shownReport, shown, side))),
          ],
    ]),
    turnOf(view).shown("table", session.turnsShown >= 2, () =>
      headsTable(view, session, held, (index) => holdHead(view, index)),
    ),
    view.figures.fold("opened-paste", text.pasteFold, () => pasteField(view, session)),
    view.figures.fold("opened-python", text.python.fold, () => [
      html`<p class="caption-text">${richText(text.python.text)}</p>`,
      html`<pre class="python" tabindex="0"><code>${SAVING}</code></pre>`,
    ]),
  ];
}

export const section: Section<typeof en> = {
  formulas: ["logRowDisplay"],
  furtherFormulas: ["slopeDisplay", "centredDisplay"],
  bar: () => EXPONENT_BAR,
  always: true,
  content,
};
