/** Any width: the shapes of all matrices, and which width stands under the root. */
import { html, nothing, type TemplateResult } from "lit";
import { linear, log } from "../../draw/marks.js";
import { mean } from "../../mean.js";
import { layersFor } from "../../part-kit/layers.js";
import type { PartView, Section, Shown } from "../../part-kit/part-view.js";
import { empty, findingOf } from "../../part-kit/part-view.js";
import { wordStrip } from "../../part-kit/word-strip.js";
import type { en } from "../../text/en/widths.js";
import { fixed, significant } from "../../text/numbers.js";
import { richText } from "../../ui/rich.js";
import { widths } from "./experiments.js";
import { pasteField, wrongWith } from "./paste-field.js";
import { readMatrix } from "./pasted.js";
import { shapesPicture } from "./shapes-picture.js";
import type { Divided, WidthsRequest } from "./widths.js";

type View = PartView<typeof en>;
type Widths = Shown<typeof widths>;
const PASTED = ["wq", "wk", "wv"] as const;

/** What is asked of pasted matrices; where one does not fit, drawn ones. */
function pastedIn(view: View): Partial<WidthsRequest> {
  const { state, dim } = view;
  if (state.projection !== "pasted") return { pasted: null };
  const read = PASTED.map((key) => readMatrix(state[key], view.text.paste));
  const fit = read.every((matrix) => wrongWith(view, matrix, dim) === null);
  const [queries, keys, values] = read.filter((matrix) => typeof matrix !== "string");
  if (!fit || !queries || !keys || !values || queries.cols !== keys.cols)
    return { projection: "drawn", pasted: null };
  return { dk: queries.cols, dv: values.cols, pasted: [queries, keys, values] };
}

/** Those of the columns of the numbers: not divided, divided by √d_model, divided by √d_k. */
const HUES = [
  { color: "unscaled" },
  { color: "muted", hollow: true },
  { color: "scaled" },
] as const;

/** A row a word, and a dot for each divisor. */
function strip(view: View, of: Widths, quantity: "entropy" | "gradient"): TemplateResult {
  const { text, page } = view;
  const { result: divided } = of;
  const { words } = of.request.attention;
  const shownOf = (of: Divided) => Array.from(of[quantity], (value) => Math.max(1e-9, value));
  const values = [shownOf(divided[0]), shownOf(divided[1]), shownOf(divided[2])] as const;
  const [least, most] = [Math.min(...values.flat()), Math.max(...values.flat(), 1e-3)];
  const x =
    quantity === "entropy"
      ? linear([0, Math.log(Math.max(2, words.length)) * 1.05], "")
      : log([least / 2, most * 2], "");
  return view.figure({
    ...{ name: quantity, title: text.measured[quantity], of },
    chart: ({ unscaled, muted, scaled }) =>
      wordStrip(words, 22, x, [
        [values[0], unscaled, false],
        [values[1], muted, true],
        [values[2], scaled, false],
      ]),
    tables: () => [
      page.text.matrices.corner,
      words,
      text.measured.columns,
      divided.map((one) => one[quantity]),
    ],
  });
}

function finding(view: View, { request, result }: Widths): TemplateResult {
  const told = ({ divisor, entropy, gradient }: Divided) => ({
    divisor: significant(divisor, 3),
    entropy: fixed(mean(entropy), 2),
    gradient: significant(mean(gradient), 2),
  });
  const [, model, keys] = result;
  const { dim, words } = request.attention;
  const most = fixed(Math.log(words.length), 2);
  const sentence =
    dim === request.dk
      ? view.text.same(dim)
      : view.text.finding(dim, request.dk, told(model), told(keys), most);
  return findingOf(sentence);
}

function shapes(view: View, of: Widths): TemplateResult {
  const { text, sentence } = view;
  const { attention, dk, dv } = of.request;
  const sizes = { n: attention.words.length, model: attention.dim, dk, dv };
  return view.figure({
    ...{ name: "shapes", title: text.shapes.title, of },
    label: text.shapes.alt(sizes.n, sizes.model, dk, dv),
    deps: [...Object.values(sizes), sentence],
    picture: shapesPicture(sizes),
    note: text.shapes.note,
    tables: () => [
      text.shapes.corner,
      text.shapes.rows,
      text.shapes.columns,
      [
        [sizes.n, sizes.model, sizes.model, sizes.n, sizes.n, sizes.n, sizes.n],
        [sizes.model, dk, dv, dk, dv, sizes.n, dv],
      ],
    ],
  });
}

/** The outputs without the division and with that by √d_k. */
function outputs(view: View, shown: Widths): TemplateResult {
  const { request, result } = shown;
  const { words } = request.attention;
  const [unscaled, , scaled] = result;
  return view.outputPair({
    ...{ name: view.text.output.name, words, drawn: { unscaled, scaled } },
    ...{ columns: request.dv, inputs: view.inputsOf(shown) },
  });
}

function content(view: View): unknown[] {
  const { engine, text, state, sentence } = view;
  if (engine === null || sentence.length === 0) return [view.withoutEngine()];
  const pasted = pastedIn(view);
  const controls = view.controlRow(
    view.sliderField("dk", text.controls.dk, { step: 1, log: true }),
    view.sliderField("dv", text.controls.dv, { step: 1, log: true }),
    view.chooser("projection", text.controls.projection, text.controls.projections),
    ...(state.projection === "pasted" ? PASTED.map((key) => pasteField(view, key, view.dim)) : []),
  );
  const { engine: calls, problem } = layersFor(view, [view.dim, state]);
  if (calls === null) return [controls, view.withoutEngine(problem)];
  const shown = view.answer(widths, pasted, "widths", { ...engine, ...calls });
  const told = view.progress(shown.study);
  if (shown.result === null) return [controls, empty(), told];
  // Before the legend, which is of the other two.
  const sizes = shapes(view, shown);
  const unused = pasted.projection === "drawn";
  return [
    controls,
    unused ? html`<p class="note">${richText(text.unused)}</p>` : nothing,
    view.hueLegend(text.measured.columns.map((name, i) => ({ name, ...HUES[i] }))),
    html`<div class="three-figures first-whole">
      ${sizes} ${strip(view, shown, "entropy")} ${strip(view, shown, "gradient")}
    </div>`,
    told,
    finding(view, shown),
    view.fold("widths-output", text.output.title, () => outputs(view, shown)),
    view.remark(text.bert),
  ];
}

export const section: Section<typeof en> = {
  formulas: ["queriesDisplay", "keysDisplay", "valuesDisplay", "widthsScaledDisplay"],
  question: { right: 1 },
  always: true,
  content,
};
