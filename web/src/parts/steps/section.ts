/**
 * softmax(XXᵀ)X of the worked example: as a chain of matrices, and one row with every number
 * written out.
 */

import { html, type TemplateResult } from "lit";
import { transposed } from "../../attention/matrices.js";
import type { DividedAttention, SentenceAttention } from "../../attention/sentence-attention.js";
import { requestOf, sentenceAttention } from "../../attention/sentence-attention.js";
import { memoFor } from "../../belonging.js";
import { cellsBox } from "../../draw/cells.js";
import { largestOf } from "../../draw/heatmap.js";
import { zip } from "../../draw/marks.js";
import { type Grid, sketched } from "../../draw/sketch.js";
import { coordinates, rowsOf } from "../../draw/table.js";
import type { Engine, Matrix } from "../../engine/api.js";
import { indexed } from "../../indexed.js";
import { EXAMPLE_DIM, exampleEditor } from "../../page/controls.js";
import type { PartView, Section } from "../../part-kit/part-view.js";
import { piece } from "../../part-kit/pieces.js";
import { EXAMPLE_WORDS, START, type State } from "../../state/state.js";
import type { en } from "../../text/en/steps.js";
import { divisorText } from "../../text/finding.js";
import { bracketed, fixed, products, significant, weight } from "../../text/numbers.js";
import { say } from "../../text/rich.js";
import { typeset } from "../../ui/rich.js";

type View = PartView<typeof en>;

/** A whole number without a point, another one with three digits. */
const brief = (value: number): string =>
  Number.isInteger(value) ? fixed(value, 0) : significant(value, 3);

// ---- the chain X · Xᵀ = XXᵀ → softmax · X = Z as one picture, with one word's row highlighted
// ----

/** The column of labels, the room of a sign, and the height of a title. */
const LABEL = 40;
const SIGN = 24;
const ARROW = 56;
const TITLE = 24;
/** The largest distance between cells where all matrices stand in one line, and in several. */
const PITCH = [50, 38] as const;
/** The least distance between cells at which their digits can be read. */
const READABLE = 34;
/** How many matrices a line may hold: as many as are readable in the width. */
const BLOCKS_IN_LINE = [6, 3, 2, 1] as const;

/** A matrix of the chain. */
interface Block extends Pick<Grid, "largest" | "text"> {
  readonly matrix: Matrix;
  readonly title: string;
  /** The sign before it. */
  readonly sign: string;
  /** Whether its rows are the words. */
  readonly words: boolean;
}

/** @param weights their title */
function blocksOf(
  { x, scores }: SentenceAttention,
  side: DividedAttention,
  weights: string,
): Block[] {
  const vectors = { matrix: x, largest: largestOf(x), text: brief, words: true };
  const ofWeights = { matrix: side.weights, largest: undefined, text: weight, words: true };
  return [
    { ...vectors, title: "$X$", sign: "" },
    { ...vectors, title: "$Xᵀ$", matrix: transposed(x), words: false, sign: "·" },
    { ...vectors, title: "$XXᵀ$", matrix: scores, largest: largestOf(scores), sign: "=" },
    { ...ofWeights, title: weights, sign: "softmax" },
    { ...vectors, title: "$X$", sign: "·" },
    { ...vectors, title: "$Z$", matrix: side.output, sign: "=" },
  ];
}

/** @param row the highlighted word, from 0 */
const chainPicture = (blocks: readonly Block[], row: number) =>
  sketched((sketch) => {
    const { ink, muted } = sketch.palette;
    const split = BLOCKS_IN_LINE.map((count) => linesOf(blocks, count));
    const readable = split.find((lines) => pitchOf(lines, sketch.width) >= READABLE);
    const lines = readable ?? split.at(-1) ?? [];
    const pitch = pitchOf(lines, sketch.width);
    const high = TITLE + 3 * pitch + 14;
    for (const [i, line] of indexed(lines)) {
      const y = i * high;
      const top = y + TITLE;
      const middle = top + 1.5 * pitch;
      for (const [i, word] of indexed(EXAMPLE_WORDS)) {
        const style = { size: 12.5, align: "right", ...sketch.lit(i === row) } as const;
        sketch.text(word, LABEL - 8, top + (i + 0.5) * pitch + 4, style);
      }
      let x = LABEL;
      for (const { title, matrix, words, sign, ...numberFormat } of line) {
        const room = roomOf(sign);
        if (room === ARROW) {
          sketch.text(sign, x + ARROW / 2, middle - 10, { size: 12, align: "center" });
          const from = x + 4;
          const to = x + ARROW - 4;
          const style = { strokeWidth: 1.25, head: { length: 7, halfWidth: 4 } } as const;
          sketch.arrow([from, middle], [to, middle], muted, style);
        } else if (room > 0) {
          sketch.text(sign, x + room / 2 - 1, middle + 6, { size: 18, align: "center" });
        }
        x += room;
        const name = { size: 13.5, align: "center", fill: ink } as const;
        sketch.math(title, x + 1.5 * pitch, y + 15, name);
        const place = { ...matrix, x, y: top, pitch };
        sketch.grid({ ...place, ...numberFormat });
        // Every column of Xᵀ takes part; of the second X every row.
        if (words && !(title === "$X$" && sign !== "")) {
          sketch.rect(cellsBox(place, row), { stroke: ink, strokeWidth: 1.5, radius: 4 }, 1.5);
        }
        for (const i of words ? EXAMPLE_WORDS.keys() : []) {
          sketch.area(String(i + 1), { ...cellsBox(place, i), height: pitch });
        }
        x += 3 * pitch;
      }
    }
    return high * lines.length;
  });

/** The matrices in lines of `count`. */
const linesOf = (blocks: readonly Block[], count: number) =>
  Array.from({ length: blocks.length / count }, (_, i) => blocks.slice(i * count, (i + 1) * count));

/** The largest distance between cells at which every line fits. */
const pitchOf = (lines: readonly (readonly Block[])[], width: number) =>
  Math.min(
    PITCH[lines.length > 1 ? 1 : 0],
    ...lines.map(
      (line) =>
        (width - line.reduce((sum, { sign }) => sum + roomOf(sign), LABEL)) / (3 * line.length),
    ),
  );

function roomOf(sign: string): number {
  if (sign === "") return 0;
  return sign.length > 1 ? ARROW : SIGN;
}

// ---- one row with every number written out: dot products, softmax, weighted sums ----

/** The weights of a row step by step. @param row from 0 */
const stepsOf = memoFor(
  (engine: Engine, result: SentenceAttention, side: DividedAttention, row: number) => {
    const scores = rowsOf(result.scores)[row] ?? [];
    const scale = 1 / side.divisor;
    return EXAMPLE_WORDS.map((_, index) => engine.weightArithmetic(scores, { scale, index }));
  },
);

/** @param row of the word, from 0 */
function workedRow(
  view: View,
  engine: Engine,
  result: SentenceAttention,
  side: DividedAttention,
  row: number,
) {
  const { text } = view;
  const x = rowsOf(result.x);
  const scores = rowsOf(result.scores)[row] ?? [];
  const asking = EXAMPLE_WORDS[row] ?? "";
  const steps = stepsOf(view, engine, result, side, row);
  const { request, scaled } = result;
  const root = divisorText(request.dim, request.exponent, scaled.divisor);
  const output = rowsOf(side.output)[row] ?? [];
  const line = (name: unknown, ...numbers: string[]) =>
    html`<li><b>${name}</b> ${typeset(numbers.join(" = "))}</li>`;
  const dots = EXAMPLE_WORDS.map((word, j) =>
    line(
      html`${asking} · ${word} =`,
      products(zip(x[row] ?? [], x[j] ?? []), brief),
      brief(scores[j] ?? 0),
    ),
  );
  const [rootSign] = root.split(/\s[=≈]/);
  const softmax = steps.map(({ logit, largest, exponential, sum, weight }, i) => {
    const divided = `${brief(scores[i] ?? 0)} ÷ ${rootSign} = ${brief(logit)}`;
    const power = `exp(${brief(logit)} − ${bracketed(largest, brief)}) = ${brief(exponential)}`;
    const stepTexts = [power, `÷ ${brief(sum)} = ${brief(weight)}`];
    if (side.divisor !== 1) stepTexts.unshift(divided);
    return line(html`${asking} → ${EXAMPLE_WORDS[i]}:`, stepTexts.join(", "));
  });
  const sums = output.map((z, i) => {
    const pairs = steps.map(({ weight }, j) => [weight, x[j]?.[i] ?? 0] as const);
    return line(typeset(`$z${"₁₂₃"[i]}$ =`), products(pairs, brief), brief(z));
  });
  const block = (name: string, note: string, lines: readonly TemplateResult[]) =>
    html`<section>
      <h4>${name}</h4>
      <p class="note">${typeset(note)}</p>
      <ul>${lines}</ul>
    </section>`;
  return html`<div class="worked" role="group" aria-label=${say(text.worked.label, { word: asking })}>
    ${block(text.worked.products, text.worked.productsNote, dots)}
    ${block(
      text.worked.softmax,
      side.divisor === 1
        ? text.worked.softmaxNote
        : say(text.worked.dividedNote, { divisor: root }),
      softmax,
    )}
    ${block(text.worked.sums, text.worked.sumsNote, sums)}
  </div>`;
}

/** The attention of the worked example, which depends on no other keys. */
const exampleOf = memoFor((engine: Engine, x: State["x"], exponent: number) => {
  const state: State = { ...START, x, exponent, vectors: "example" };
  return sentenceAttention(engine, requestOf(state, EXAMPLE_WORDS));
});

function content(view: View): unknown {
  const { engine, text, state, page } = view;
  const { division, row, x, exponent } = state;
  if (engine === null) return view.progress.withoutEngine();
  const result = exampleOf(view, engine, x, exponent);
  const kind = division === "with" ? "scaled" : "unscaled";
  const side = result[kind];
  const drawn: TemplateResult = view.figures.make({
    name: "chain",
    title: text.title,
    kind,
    beside: view.common.legend[kind],
    label: say(text.alt, { word: EXAMPLE_WORDS[row - 1] ?? "" }),
    deps: [result, division],
    highlighted: String(row),
    picture: chainPicture(blocksOf(result, side, page.text.matrices.weights), row - 1),
    // Nothing follows the pointer.
    events: {
      point: () => undefined,
      hold: (id) => {
        if (id !== null) page.set({ row: Number(id) });
      },
    },
    tables: view.tables.make("chain", text.table, [result, division], () => ({
      corner: page.text.matrices.corner,
      rows: EXAMPLE_WORDS,
      columns: [
        ...EXAMPLE_WORDS.map((word) => say(text.columns.score, { word })),
        ...EXAMPLE_WORDS.map((word) => say(text.columns.weight, { word })),
        ...coordinates(3).map((at) => say(text.columns.output, { at })),
      ],
      values: [result.scores, side.weights, side.output].flatMap(({ cols, data }) =>
        EXAMPLE_WORDS.map((_, col) => EXAMPLE_WORDS.map((__, i) => data[i * cols + col] ?? 0)),
      ),
    })),
    inputs: view.answers.inputs(result.request, { row, division }),
  });
  return html`${view.controls.row(view.controls.divisionField())}
    ${drawn}
    ${view.figures.fold("steps-worked", text.worked.fold, () => [
      view.furtherWording,
      view.controls.row(view.controls.wordField("row", text.controls.row, EXAMPLE_WORDS)),
      piece("worked", workedRow(view, engine, result, side, row - 1)),
    ])}
    ${
      state.vectors === "example" || !page.shows("controls")
        ? ""
        : view.figures.fold("steps-vectors", text.vectors, () => exampleEditor(page))
    }`;
}

export const section: Section<typeof en> = {
  formulas: [],
  furtherFormulas: ["stepsDisplay", "stepsScaledDisplay"],
  bar: () => ({ words: EXAMPLE_WORDS, slider: EXAMPLE_DIM, seed: null }),
  question: { right: 1, moves: { row: 2, division: "without" } },
  content,
};
