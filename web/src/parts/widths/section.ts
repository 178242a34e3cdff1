/** Any width: the shapes of all matrices, and which width stands under the root. */
import { html, nothing, type TemplateResult } from "lit";
import { requestOf } from "../../attention/sentence-attention.js";
import { type ChartMaker, linear, log } from "../../draw/marks.js";
import { mean } from "../../mean.js";
import { Memo } from "../../memo.js";
import { chooser, controlRow, sliderField } from "../../part-kit/controls.js";
import { empty, figure, fold, hueLegend, progress, withoutEngine } from "../../part-kit/figure.js";
import { layersFor } from "../../part-kit/layers.js";
import { outputPair } from "../../part-kit/output-pair.js";
import type { PartView, Section, Shown } from "../../part-kit/part-view.js";
import { wordStrip } from "../../part-kit/word-strip.js";
import type { en } from "../../text/en/widths.js";
import { fixed, significant } from "../../text/numbers.js";
import { richText } from "../../ui/rich.js";
import { widths } from "./experiments.js";
import { pasteField, wrongWith } from "./paste-field.js";
import { readMatrix } from "./pasted.js";
import { shapesPicture } from "./shapes-picture.js";
import { type Divided, type WidthsRequest, type WidthsResult, widthsOf } from "./widths.js";

type View = PartView<typeof en>;
const PASTED = ["wq", "wk", "wv"] as const;

/** The largest d_model for which a frame is long enough; with a larger one the worker computes. */
const QUICK = 128;

/** The draws that are kept while d_k and d_v change. */
class Draws {
  readonly kept = new Memo();
}

/** The request; where a pasted matrix does not fit, that of drawn ones. */
function requestFor(view: View): WidthsRequest {
  const { state, sentence } = view;
  const attention = requestOf(state, sentence);
  const { dk, dv, projection } = state;
  const base = { attention, dk, dv, projection, pasted: null };
  if (projection !== "pasted") return base;
  const read = PASTED.map((key) => readMatrix(state[key], view.text.paste));
  const fit = read.every((matrix) => wrongWith(view, matrix, attention.dim) === null);
  const [queries, keys, values] = read.filter((matrix) => typeof matrix !== "string");
  if (!fit || !queries || !keys || !values || queries.cols !== keys.cols)
    return { ...base, projection: "drawn" };
  return { ...base, dk: queries.cols, dv: values.cols, pasted: [queries, keys, values] };
}

const inputsOf = (view: View, { result: { request }, study }: Shown<WidthsResult>) => {
  const { attention, dk, dv, projection } = request;
  return view.inputs(attention, { dk, dv, projection }, study);
};

/** Those of the columns of the numbers: not divided, divided by √d_model, divided by √d_k. */
const HUES = [
  { color: "unscaled" },
  { color: "muted", hollow: true },
  { color: "scaled" },
] as const;

/** A row a word, and a dot for each divisor. */
function strip(
  view: View,
  shown: Shown<WidthsResult>,
  quantity: "entropy" | "gradient",
): TemplateResult {
  const { text, page } = view;
  const { result } = shown;
  const { words, divided } = result;
  const shownOf = (of: Divided) => Array.from(of[quantity], (value) => Math.max(1e-9, value));
  const values = [shownOf(divided[0]), shownOf(divided[1]), shownOf(divided[2])] as const;
  const [least, most] = [Math.min(...values.flat()), Math.max(...values.flat(), 1e-3)];
  const x =
    quantity === "entropy"
      ? linear([0, Math.log(Math.max(2, words.length)) * 1.05], "")
      : log([least / 2, most * 2], "");
  const chart: ChartMaker = ({ unscaled, muted, scaled }) =>
    wordStrip(words, 22, x, [
      [values[0], unscaled, false],
      [values[1], muted, true],
      [values[2], scaled, false],
    ]);
  const title = text.measured[quantity];
  return figure(view, {
    title,
    drawing: view.chart(quantity, title, [result], chart),
    tables: view.table(title, [result], () => [
      page.text.matrices.corner,
      words,
      text.measured.columns,
      divided.map((of) => of[quantity]),
    ]),
    inputs: inputsOf(view, shown),
  });
}

function finding(view: View, { request, words, divided }: WidthsResult): TemplateResult {
  const told = ({ divisor, entropy, gradient }: Divided) => ({
    divisor: significant(divisor, 3),
    entropy: fixed(mean(entropy), 2),
    gradient: significant(mean(gradient), 2),
  });
  const [, model, keys] = divided;
  const { dim } = request.attention;
  const most = fixed(Math.log(words.length), 2);
  const sentence =
    dim === request.dk
      ? view.text.same(dim)
      : view.text.finding(dim, request.dk, told(model), told(keys), most);
  return html`<p class="caption spoken">${richText(sentence)}</p>`;
}

function shapes(view: View, shown: Shown<WidthsResult>): TemplateResult {
  const { text, sentence } = view;
  const { attention, dk, dv } = shown.result.request;
  const sizes = { n: attention.words.length, model: attention.dim, dk, dv };
  return figure(view, {
    title: text.shapes.title,
    drawing: view.picture(
      "shapes",
      text.shapes.alt(sizes.n, sizes.model, dk, dv),
      [sizes.n, sizes.model, dk, dv, sentence],
      shapesPicture(sizes),
    ),
    note: text.shapes.note,
    tables: view.table(text.shapes.title, [sizes.n, sizes.model, dk, dv], () => [
      text.shapes.corner,
      text.shapes.rows,
      text.shapes.columns,
      [
        [sizes.n, sizes.model, sizes.model, sizes.n, sizes.n, sizes.n, sizes.n],
        [sizes.model, dk, dv, dk, dv, sizes.n, dv],
      ],
    ]),
    inputs: inputsOf(view, shown),
  });
}

/** The outputs without the division and with that by √d_k. */
function outputs(view: View, shown: Shown<WidthsResult>): TemplateResult {
  const { words, request, divided } = shown.result;
  const [unscaled, , scaled] = divided;
  const drawn = { unscaled: unscaled.output, scaled: scaled.output };
  const { named } = view.common;
  const { name } = view.text.output;
  return outputPair(view, {
    names: { unscaled: named.unscaled(name), scaled: named.scaled(name) },
    ...{ words, drawn, settled: drawn, columns: request.dv },
    inputs: inputsOf(view, shown),
  });
}

function content(view: View): unknown[] {
  const { engine, text, state, sentence, page } = view;
  const draws = view.shared("widths", () => new Draws());
  if (engine === null || sentence.length === 0) return [withoutEngine(view)];
  const request = requestFor(view);
  const { dim } = request.attention;
  const controls = controlRow(
    view,
    sliderField(view, "dk", text.controls.dk, { step: 1, log: true }),
    sliderField(view, "dv", text.controls.dv, { step: 1, log: true }),
    chooser(view, "projection", text.controls.projection, text.controls.projections),
    ...(state.projection === "pasted" ? PASTED.map((key) => pasteField(view, key, dim)) : []),
  );
  const { engine: calls, problem } = layersFor(view, request);
  if (calls === null) return [controls, withoutEngine({ problem, page })];
  const here = () => widthsOf(engine, calls, request, draws.kept);
  const shown = view.answer("widths", widths, request, dim <= QUICK ? here : null);
  const told = progress(view, shown.study);
  if (shown.result === null) return [controls, empty(), told];
  // Before the legend, which is of the other two.
  const sizes = shapes(view, shown);
  const unused = state.projection === "pasted" && request.projection !== "pasted";
  return [
    controls,
    unused ? html`<p class="note">${richText(text.unused)}</p>` : nothing,
    hueLegend(
      view,
      text.measured.columns.map((name, i) => ({ name, ...HUES[i] })),
    ),
    html`<div class="three-figures first-whole">
      ${sizes} ${strip(view, shown, "entropy")} ${strip(view, shown, "gradient")}
    </div>`,
    told,
    finding(view, shown.result),
    fold(view, "widths-output", text.output.title, () => outputs(view, shown)),
    page.shows("text") ? html`<p class="note">${richText(text.bert)}</p>` : nothing,
  ];
}

export const section: Section<typeof en> = {
  formulas: ["queriesDisplay", "keysDisplay", "valuesDisplay", "widthsScaledDisplay"],
  question: { right: 1 },
  always: true,
  content,
};
