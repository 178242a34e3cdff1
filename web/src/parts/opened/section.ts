/**
 * The reader's own attention: tensors from a file, from what is pasted or from this page, the rule
 * that their code used, and every head without the division and with it.
 */
import { html, nothing, type TemplateResult } from "lit";
import { ref } from "lit/directives/ref.js";
import { version } from "../../../../package.json";
import { oneFor } from "../../belonging.js";
import { Pointed } from "../../draw/pointed.js";
import { EXPONENT_BAR } from "../../page/bar-settings.js";
import { headsPicture } from "../../part-kit/heads-picture.js";
import {
  figurePair,
  findingOf,
  type PartView,
  type Section,
  SIDES,
  type Side,
} from "../../part-kit/part-view.js";
import { sharedObject } from "../../part-kit/shared.js";
import { tellHost } from "../../part-kit/tell-host.js";
import type { en } from "../../text/en/opened.js";
import { powerText, significant, weight } from "../../text/numbers.js";
import { say } from "../../text/rich.js";
import { richText, typeset } from "../../ui/rich.js";
import { selectField } from "../../ui/select-field.js";
import type { HeadReport } from "./experiments.js";
import { chosenTensors, dropTarget, openRow, pasteField, understoodLine } from "./opening.js";
import { markdownOf, reportOf } from "./report.js";
import { OwnSession } from "./session.js";
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

const sideTitle = (view: View, side: Side): string => {
  const { legend } = view.common;
  const width = sessionOf(view).known?.width || view.state.ownwidth;
  return side === "unscaled"
    ? legend.unscaled
    : say(legend.divided, { by: powerText(width, view.state.exponent) });
};

/** The request of the figures: no key of the state holds their numbers. */
const inputsOf = (view: View) => {
  const { exponent, ownlayer, ownhead } = view.state;
  return { ...view.answers.inputs(null, { exponent, ownlayer, ownhead }), moves: null };
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

const EMPTY = { rows: 1, cols: 1, data: new Float64Array(1) };

function headsFigure(view: View, session: OwnSession, lit: number): TemplateResult {
  const { heads: text } = view.text;
  const { total, known } = session;
  const reports = Array.from({ length: total }, (_, index) => session.reports.get(index));
  const sides = SIDES.map((side) =>
    reports.map((report) => (report === undefined ? EMPTY : report.sides[side].small)),
  );
  const titles = SIDES.map((side) => sideTitle(view, side));
  const numbers = SIDES.map((side) =>
    reports.map((report) => report?.sides[side].largest ?? Number.NaN),
  );
  const first = session.reports.get(lit);
  return view.figures.make({
    name: "heads",
    title: text.title,
    label: say(text.alt, { count: total }),
    note: text.note,
    deps: [session.shown, session.opened, ...titles],
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
    tables: view.tables.make("heads", text.table, [session.shown], () => ({
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

function finding(view: View, session: OwnSession, report: HeadReport, index: number) {
  const { text } = view;
  const { unscaled, scaled } = report.sides;
  const told = ({ largest, entropy }: HeadReport["sides"][Side]) => ({
    largest: weight(largest),
    entropy: significant(entropy, 3),
  });
  const width = session.known?.width || view.state.ownwidth;
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
        })} ${
          unscaled.share === null || scaled.share === null
            ? nothing
            : richText(text.shares, {
                without: `${(100 * unscaled.share).toFixed(0)} %`,
                withIt: `${(100 * scaled.share).toFixed(0)} %`,
              })
        }</p>`,
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
  return html`<div class="told-rule" aria-live="polite">
    ${paragraphs.map((paragraph) => html`<p>${typeset(paragraph)}</p>`)}
    <button type="button" class="small" @click=${copy}>${text.copy}</button>
  </div>`;
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

function progress(view: View, session: OwnSession): TemplateResult | typeof nothing {
  const { done, total, stopped, finished } = session;
  if (total === 0 || finished) return nothing;
  return html`<div class="progress" role="group">
    <progress max=${total} .value=${done} aria-label=${view.text.heads.title}></progress>
    <span>${say(view.text.reading, { done, total })}</span>
    ${
      stopped
        ? nothing
        : html`<button type="button" class="small" @click=${() => session.stop()}>${
            view.common.progress.stop
          }</button>`
    }
  </div>`;
}

function content(view: View): unknown[] {
  const { engine, state, text } = view;
  if (engine === null) return [view.progress.withoutEngine()];
  const session = sessionOf(view);
  if (session.opened === null) session.showRandom(engine);
  const held = heldHead(view, session);
  session.follow({
    choice: chosenTensors(state),
    width: state.ownwidth,
    exponent: state.exponent,
    batch: state.owntext - 1,
    first: held,
  });
  const lit = Number(pointedHead(view).at ?? held);
  const shown = session.reports.has(lit) ? lit : held;
  const shownReport = session.reports.get(shown);
  const isShown =
    session.opened?.origin.kind === "file" || session.opened?.origin.kind === "pasted";
  const isReady = isShown && shownReport?.complete === true && hasAllRows(view, session);
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
    ),
    session.known === null ? nothing : headsFigure(view, session, shown),
    shownReport === undefined
      ? nothing
      : [
          finding(view, session, shownReport, shown),
          figurePair(SIDES.map((side) => largeFigure(view, session, shownReport, shown, side))),
        ],
    headsTable(view, session, held, (index) => holdHead(view, index)),
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
