/** The chain X · Xᵀ = XXᵀ → softmax · X = Z as one picture, with one word's row in the light. */
import type { SentenceAttention, Side } from "../../attention/sentence-attention.js";
import { largestOf } from "../../draw/heatmap.js";
import { cellsBox, type Sketch, sketched } from "../../draw/sketch.js";
import type { Matrix } from "../../engine/api.js";
import { EXAMPLE_WORDS } from "../../state/state.js";
import { weight } from "../../text/numbers.js";
import { brief } from "./brief.js";

/** One matrix of the chain. */
interface Block {
  readonly title: string;
  readonly matrix: Matrix;
  /** As in a sketch. */
  readonly largest?: number;
  readonly text: (value: number) => string;
  /** Whether its rows are the words. */
  readonly words: boolean;
  /** The sign before it. */
  readonly sign: string;
}

export interface ChainWords {
  readonly weights: string;
}

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
const COUNTS = [6, 3, 2, 1] as const;

function transposed({ rows, cols, data }: Matrix): Matrix {
  const entries = Array.from(data, (_, i) => data[(i % rows) * cols + Math.floor(i / rows)] ?? 0);
  return { rows: cols, cols: rows, data: Float64Array.from(entries) };
}

function blocksOf({ x, scores }: SentenceAttention, side: Side, words: ChainWords): Block[] {
  const vectors = { largest: largestOf(x), text: brief };
  const ofWords = { words: true } as const;
  return [
    { title: "X", matrix: x, ...vectors, ...ofWords, sign: "" },
    { title: "Xᵀ", matrix: transposed(x), ...vectors, words: false, sign: "·" },
    {
      ...{ title: "XXᵀ", matrix: scores, largest: largestOf(scores), text: brief },
      ...{ ...ofWords, sign: "=" },
    },
    { title: words.weights, matrix: side.weights, text: weight, ...ofWords, sign: "softmax" },
    { title: "X", matrix: x, ...vectors, ...ofWords, sign: "·" },
    { title: "Z", matrix: side.output, ...vectors, ...ofWords, sign: "=" },
  ];
}

/** @param row the word in the light, from 0 */
export function chainPicture(
  result: SentenceAttention,
  side: Side,
  row: number,
  words: ChainWords,
) {
  const blocks = blocksOf(result, side, words);
  return sketched((sketch) => {
    const split = COUNTS.map((count) => linesOf(blocks, count));
    const lines = split.find((of) => pitchOf(of, sketch.width) >= READABLE) ?? linesOf(blocks, 1);
    const pitch = pitchOf(lines, sketch.width);
    const high = TITLE + 3 * pitch + 14;
    for (const [i, line] of lines.entries()) drawLine(sketch, line, i * high, pitch, row);
    return high * lines.length;
  });
}

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

const roomOf = (sign: string) => (sign.length > 1 ? ARROW : sign === "" ? 0 : SIGN);

function drawLine(
  sketch: Sketch,
  line: readonly Block[],
  y: number,
  pitch: number,
  row: number,
): void {
  const { palette } = sketch;
  const { ink, muted } = palette;
  const top = y + TITLE;
  const middle = top + 1.5 * pitch;
  for (const [at, word] of EXAMPLE_WORDS.entries()) {
    const style = { size: 12.5, align: "right", ...sketch.lit(at === row) } as const;
    sketch.text(word, LABEL - 8, top + (at + 0.5) * pitch + 4, style);
  }
  let x = LABEL;
  for (const { title, matrix, words, sign, ...shown } of line) {
    const room = roomOf(sign);
    if (room === ARROW) {
      sketch.text(sign, x + ARROW / 2, middle - 10, { size: 12, align: "center" });
      const [from, to] = [x + 4, x + ARROW - 4];
      const style = { strokeWidth: 1.25, head: [7, 4] } as const;
      sketch.arrow([from, middle], [to, middle], muted, style);
    } else if (room > 0) {
      sketch.text(sign, x + room / 2 - 1, middle + 6, { size: 18, align: "center" });
    }
    x += room;
    const name = { size: 13.5, align: "center", fill: ink } as const;
    sketch.math(title, x + 1.5 * pitch, y + 15, name);
    const place = { ...matrix, x, y: top, pitch };
    sketch.grid({ ...place, ...shown });
    // Every column of Xᵀ takes part; of the second X every row.
    if (words && !(title === "X" && sign !== ""))
      sketch.rect(cellsBox(place, row), { stroke: ink, strokeWidth: 1.5, radius: 4 }, 1.5);
    for (const at of words ? EXAMPLE_WORDS.keys() : [])
      sketch.area(String(at + 1), { ...cellsBox(place, at), height: pitch });
    x += 3 * pitch;
  }
}
