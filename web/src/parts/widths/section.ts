/** Any width: the shapes of all matrices, and which width d_k under the root is. */
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { Hue } from "../../draw/figure-export.js";
import { linear, log } from "../../draw/marks.js";
import type { Palette } from "../../draw/palette.js";
import { sketched } from "../../draw/sketch.js";
import type { Matrix } from "../../engine/api.js";
import { indexed } from "../../indexed.js";
import type { Answered, PartView, Section } from "../../part-kit/part-view.js";
import { empty, figurePair, findingOf } from "../../part-kit/part-view.js";
import { hueLegend } from "../../part-kit/pieces.js";
import { wordStrip } from "../../part-kit/word-strip.js";
import type { en } from "../../text/en/widths.js";
import { fixed, significant } from "../../text/numbers.js";
import { say } from "../../text/rich.js";
import { unmarked } from "../../text/typeset.js";
import { problem } from "../../ui/controls.js";
import { richText, typeset } from "../../ui/rich.js";
import {
  type Divided,
  type ProjectionMatrices,
  type WidthsRequest,
  widths,
} from "./experiments.js";
import { matrixLine, readMatrix } from "./pasted.js";

type View = PartView<typeof en>;
type Widths = Answered<typeof widths>;

// ---- the shapes of all matrices: which sides are n, d_model, d_k and d_v, and which of them a
// score sums over ----

type Sizes = Readonly<Record<"n" | "model" | "dk" | "dv", number>>;
type SizeName = keyof Sizes;

/** A matrix as a rectangle. */
interface Block {
  readonly name: string;
  readonly rows: SizeName;
  readonly cols: SizeName;
}

/** A product of two matrices. */
interface Product {
  readonly left: Block;
  readonly right: Block;
  readonly result: Block;
  /** Whether the result is divided by the root of d_k. */
  readonly divided?: boolean;
}

const X: Block = { name: "$X$", rows: "n", cols: "model" };
const Q: Block = { name: "$Q$", rows: "n", cols: "dk" };
const V: Block = { name: "$V$", rows: "n", cols: "dv" };
const PRODUCTS: readonly Product[] = [
  { left: X, right: { name: "$W$^Q", rows: "model", cols: "dk" }, result: Q },
  {
    left: X,
    right: { name: "$W$^K", rows: "model", cols: "dk" },
    result: { name: "$K$", rows: "n", cols: "dk" },
  },
  { left: X, right: { name: "$W$^V", rows: "model", cols: "dv" }, result: V },
  {
    left: Q,
    right: { name: "$Kᵀ$", rows: "dk", cols: "n" },
    result: { name: "$QKᵀ$", rows: "n", cols: "n" },
    divided: true,
  },
  {
    left: { name: "softmax", rows: "n", cols: "n" },
    right: V,
    result: { name: "$Z$", rows: "n", cols: "dv" },
  },
];

/** The room of a sign, and before each block that of the number of its rows. */
const SIGN = 24;
const NUMBER = 30;
const LEAST = 40;
const LABEL = 16;
const NARROW = 300;

/** The length of a side: equal factors take equal distances. */
const sideLength = (size: number, most: number) =>
  Math.min(LEAST, most) + (Math.log2(size) / 10) * Math.max(0, most - LEAST);

const shapesPicture = (sizes: Sizes) =>
  sketched((sketch) => {
    const { width } = sketch;
    const { hairline, ink, muted, scaled, weights } = sketch.palette;
    const columns = width < 620 ? 1 : 2;
    const narrow = width < NARROW;
    const most = narrow
      ? (width - SIGN - 2 * NUMBER) / 2
      : Math.min(88, (width / columns - 68 - 2 * SIGN - 3 * NUMBER) / 3);
    /** @returns the width that it takes */
    const drawBlock = ({ name, rows, cols }: Block, x: number, middle: number) => {
      const wide = sideLength(sizes[cols], most);
      const high = sideLength(sizes[rows], most);
      const top = middle - high / 2;
      const corner = [x, top] as const;
      const block = { x, y: top, width: wide, height: high };
      sketch.rect(block, { radius: 3, fill: weights.at(0.12), stroke: hairline });
      // The sides that a score sums over.
      const edge = { stroke: scaled, strokeWidth: 3 };
      if (cols === "dk") sketch.line(corner, [x + wide, top], edge);
      if (rows === "dk") sketch.line(corner, [x, top + high], edge);
      // A raised letter after the "^".
      const [base = "", raised] = name.split("^");
      const fits = sketch.textWidth(unmarked(base), 14) + (raised === undefined ? 4 : 14) <= wide;
      const size = fits ? 14 : 10.5;
      const center = x + wide / 2;
      sketch.math(base, center, middle + 0.35 * size, { size, align: "center", fill: ink });
      if (raised !== undefined) {
        const exponentX = center + sketch.textWidth(unmarked(base), size, false, true) / 2 + 2;
        sketch.text(raised, exponentX, middle - 0.05 * size, { size: size * 0.7, fill: ink });
      }
      const number = (side: SizeName, x: number, y: number, align: "center" | "right") => {
        const fill = side === "dk" ? scaled : muted;
        sketch.text(String(sizes[side]), x, y, { size: 10.5, align, fill });
      };
      number(cols, center, top - 5, "center");
      number(rows, x - 5, middle + 3.5, "right");
      return wide;
    };
    let height = 0;
    const halves = columns === 1 ? [PRODUCTS] : [PRODUCTS.slice(0, 3), PRODUCTS.slice(3)];
    for (const [i, products] of indexed(halves)) {
      let y = 6;
      for (const { left, right, result, divided = false } of products) {
        // On a narrow page the result stands below its factors.
        const rows = narrow ? [[left, right], [result]] : [[left, right, result]];
        let x = 0;
        let middle = 0;
        for (const blocks of rows) {
          const high = Math.max(...blocks.map((block) => sideLength(sizes[block.rows], most)));
          middle = y + LABEL + high / 2;
          x = i * (width / columns);
          for (const block of blocks) {
            if (block !== left) {
              const sign = block === right ? "·" : "=";
              sketch.text(sign, x + SIGN / 2, middle + 6, { size: 18, align: "center" });
              x += SIGN;
            }
            x += NUMBER;
            x += drawBlock(block, x, middle);
          }
          y += high + 2 * LABEL;
        }
        const root = { size: 15, bold: true, fill: scaled };
        if (divided) sketch.math(`÷ √${sizes.dk}`, x + 10, middle + 5, root);
        y += 6;
      }
      height = Math.max(height, y);
    }
    return height;
  });

// ---- pasted matrices. What cannot be read stays, with a sentence that names the line and the
// column ----

/** The error of a matrix, alone or in its place; null where it has none. */
function wrongWith({ text }: View, read: Matrix | string, rows: number): string | null {
  if (typeof read === "string") return read;
  if (read.rows === rows) return null;
  return say(text.paste.shape, { rows: read.rows, cols: read.cols, model: rows });
}

/** @param rows how many the matrix must have: d_model */
function pasteField(view: View, key: "wq" | "wk" | "wv", rows: number): TemplateResult {
  const { page, state, text } = view;
  const id = view.idOf(key);
  const draft = page.drafts.get(key);
  const wrong = draft?.problem ?? wrongWith(view, readMatrix(state[key], text.paste), rows);
  const input = (event: InputEvent) => {
    const typed = (event.target as HTMLTextAreaElement).value;
    const read = readMatrix(typed, text.paste);
    page.drafts.type(key, typed, typeof read === "string" ? read : { [key]: matrixLine(typed) });
  };
  return html`<div class="setting list paste">
    <div class="field">
      <label for=${id}>${typeset(text.paste[key])}</label>
      <textarea
        id=${id}
        rows="4"
        aria-label=${unmarked(text.paste[key])}
        autocomplete="off"
        spellcheck="false"
        aria-invalid=${wrong === null ? "false" : "true"}
        aria-describedby=${wrong === null ? nothing : `${id}-problem`}
        .value=${live(draft?.text ?? state[key].replaceAll(";", "\n"))}
        @input=${input}
      ></textarea>
    </div>
    ${problem(id, wrong)}
  </div>`;
}

const PASTED = ["wq", "wk", "wv"] as const;

/** The request with the pasted matrices; drawn ones replace those that do not fit. */
function pastedIn(view: View): Partial<WidthsRequest> {
  const { state, dim } = view;
  if (state.projection !== "pasted") return { pasted: null };
  const read = (key: keyof ProjectionMatrices): Matrix | null => {
    const matrix = readMatrix(state[key], view.text.paste);
    return typeof matrix === "string" || wrongWith(view, matrix, dim) !== null ? null : matrix;
  };
  const wq = read("wq");
  const wk = read("wk");
  const wv = read("wv");
  if (wq === null || wk === null || wv === null || wq.cols !== wk.cols) {
    return { projection: "drawn", pasted: null };
  }
  return { dk: wq.cols, dv: wv.cols, pasted: { wq, wk, wv } };
}

// ---- the numbers ----

/** The colours of the columns: not divided, divided by √d_model, divided by √d_k. */
const COLUMN_HUES = [
  { color: "unscaled", hollow: false },
  { color: "muted", hollow: true },
  { color: "scaled", hollow: false },
] as const;

const legendOf = ({ text }: View): readonly Hue[] =>
  text.measured.columns.map((name, i) => ({ name, ...COLUMN_HUES[i] }));

/** A row a word, and a dot for each divisor. */
function stripFigure(view: View, answer: Widths, quantity: "entropy" | "gradient"): TemplateResult {
  const { text, page } = view;
  const { words } = answer.request.attention;
  const clipped = (measured: Divided) =>
    Array.from(measured[quantity], (value) => Math.max(1e-9, value));
  const values = answer.result.map(clipped);
  const series = (palette: Palette) =>
    COLUMN_HUES.map(({ color, hollow }, i) => ({
      values: values[i] ?? [],
      color: palette[color],
      hollow,
    }));
  const least = Math.min(...values.flat());
  const most = Math.max(...values.flat(), 1e-3);
  const x =
    quantity === "entropy"
      ? linear([0, Math.log(Math.max(2, words.length)) * 1.05], "")
      : log([least / 2, most * 2], "");
  return view.figures.make({
    name: quantity,
    legend: legendOf(view),
    title: text.measured[quantity],
    source: answer,
    chart: (palette) => wordStrip(words, 22, x, series(palette)),
    tables: () => ({
      corner: page.text.matrices.corner,
      rows: words,
      columns: text.measured.columns,
      values: answer.result.map((measured) => measured[quantity]),
    }),
  });
}

function finding(view: View, { request, result }: Widths): TemplateResult {
  const findingValues = ({ divisor, means }: Divided) => ({
    divisor: significant(divisor, 3),
    entropy: fixed(means.entropy, 2),
    gradient: significant(means.gradient, 2),
  });
  const [, model, keys] = result;
  const { dim, words } = request.attention;
  const most = fixed(Math.log(words.length), 2);
  if (dim === request.dk) return findingOf(view.text.same, { dim });
  const values = {
    model: dim,
    dk: request.dk,
    wrong: findingValues(model),
    right: findingValues(keys),
    most,
  };
  return findingOf(view.text.finding, values);
}

function shapesFigure(view: View, answer: Widths): TemplateResult {
  const { text, sentence } = view;
  const { attention, dk, dv } = answer.request;
  const sizes = { n: attention.words.length, model: attention.dim, dk, dv };
  return view.figures.make({
    name: "shapes",
    title: text.shapes.title,
    source: answer,
    label: say(text.shapes.alt, { n: sizes.n, model: sizes.model, dk, dv }),
    deps: [...Object.values(sizes), sentence],
    picture: shapesPicture(sizes),
    note: text.shapes.note,
    tables: () => ({
      corner: text.shapes.corner,
      rows: text.shapes.rows,
      columns: text.shapes.columns,
      values: [
        [sizes.n, sizes.model, sizes.model, sizes.n, sizes.n, sizes.n, sizes.n],
        [sizes.model, dk, dv, dk, dv, sizes.n, dv],
      ],
    }),
  });
}

function content(view: View): unknown[] {
  const { engine, text, state, sentence } = view;
  if (engine === null || sentence.length === 0) return [view.progress.withoutEngine()];
  const pasted = pastedIn(view);
  const controls = view.controls.row(
    view.controls.sliderField("dk", text.controls.dk, { step: 1, log: true }),
  );
  const matrixControls = () =>
    view.controls.row(
      view.controls.sliderField("dv", text.controls.dv, { step: 1, log: true }),
      view.controls.chooser("projection", text.controls.projection, text.controls.projections),
      ...(state.projection === "pasted"
        ? PASTED.map((key) => pasteField(view, key, view.dim))
        : []),
    );
  const answer = view.answers.to(widths, pasted);
  const progress = view.progress.of(answer.study);
  if (answer.result === null) return [controls, empty(), progress];
  return [
    controls,
    pasted.projection === "drawn" ? html`<p class="note">${richText(text.unused)}</p>` : nothing,
    hueLegend(legendOf(view)),
    stripFigure(view, answer, "entropy"),
    progress,
    finding(view, answer),
    view.figures.fold("widths-shapes", text.shapes.fold, () => [
      view.furtherWording,
      matrixControls(),
      figurePair(shapesFigure(view, answer), stripFigure(view, answer, "gradient")),
    ]),
    view.figures.fold("widths-output", text.output.title, () => {
      const [unscaled, , scaled] = answer.result;
      const { attention, dv: columns } = answer.request;
      const outputs = {
        name: text.output.name,
        words: attention.words,
        drawn: { unscaled, scaled },
      };
      return view.figures.outputPair({
        ...outputs,
        columns,
        inputs: view.answers.inputsOf(answer),
      });
    }),
  ];
}

export const section: Section<typeof en> = {
  formulas: [],
  furtherFormulas: ["queriesDisplay", "keysDisplay", "valuesDisplay", "widthsScaledDisplay"],
  question: { right: 1 },
  always: true,
  content,
};
