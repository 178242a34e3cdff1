/** The chain X · Xᵀ = XXᵀ → softmax · X = Z as one picture, with one word's row in the light. */
import type { SentenceAttention, Side } from "../../attention/sentence-attention.js";
import { gapOf, gridShapes, signedRamp, weightRamp } from "../../draw/grid.js";
import { largestOf } from "../../draw/heatmap.js";
import type { Palette } from "../../draw/palette.js";
import type { Area, PictureMaker } from "../../draw/picture-figure.js";
import type { Shape, TextWidth } from "../../draw/scene.js";
import { typeset } from "../../draw/typeset.js";
import type { Matrix } from "../../engine/api.js";
import { EXAMPLE_WORDS } from "../../state/state.js";
import { weight } from "../../ui/numbers.js";
import { brief } from "./brief.js";

type Ramped = ReturnType<typeof signedRamp>;

/** One matrix of the chain. */
interface Block {
  readonly title: string;
  readonly matrix: Matrix;
  readonly ramped: (palette: Palette) => Ramped;
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
  const signed = (largest: number) => (palette: Palette) => signedRamp(palette, largest);
  const plain = (value: number) => brief(value);
  const vectors = { ramped: signed(largestOf(x)), text: plain };
  const ofWords = { words: true } as const;
  return [
    { title: "X", matrix: x, ...vectors, ...ofWords, sign: "" },
    { title: "Xᵀ", matrix: transposed(x), ...vectors, words: false, sign: "·" },
    {
      ...{ title: "XXᵀ", matrix: scores, ramped: signed(largestOf(scores)), text: plain },
      ...{ ...ofWords, sign: "=" },
    },
    {
      ...{ title: words.weights, matrix: side.weights, ramped: weightRamp, text: weight },
      ...{ ...ofWords, sign: "softmax" },
    },
    { title: "X", matrix: x, ...vectors, ...ofWords, sign: "·" },
    {
      ...{ title: "Z", matrix: side.output, ramped: vectors.ramped, text: plain },
      ...{ ...ofWords, sign: "=" },
    },
  ];
}

/** @param row the word in the light, from 0 */
export function chainPicture(
  result: SentenceAttention,
  side: Side,
  row: number,
  words: ChainWords,
): PictureMaker {
  const blocks = blocksOf(result, side, words);
  return (width, palette, textWidth) => {
    const split = COUNTS.map((count) => linesOf(blocks, count));
    const lines = split.find((of) => pitchOf(of, width) >= READABLE) ?? linesOf(blocks, 1);
    const pitch = pitchOf(lines, width);
    const high = TITLE + 3 * pitch + 14;
    const drawn = lines.map((line, i) =>
      lineShapes(line, i * high, pitch, row, palette, textWidth),
    );
    return {
      width,
      height: Math.ceil(high * lines.length),
      shapes: drawn.flatMap(({ shapes }) => shapes),
      areas: drawn.flatMap(({ areas }) => areas),
    };
  };
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

function lineShapes(
  line: readonly Block[],
  y: number,
  pitch: number,
  row: number,
  palette: Palette,
  textWidth: TextWidth,
) {
  const { ink, muted } = palette;
  const top = y + TITLE;
  const middle = top + 1.5 * pitch;
  const label = { kind: "text", size: 12.5, align: "right" } as const;
  const shapes: Shape[] = EXAMPLE_WORDS.map((text, at) => ({
    ...{ ...label, x: LABEL - 8, y: top + (at + 0.5) * pitch + 4, text },
    ...{ fill: at === row ? ink : muted, bold: at === row },
  }));
  const areas: Area[] = [];
  let x = LABEL;
  for (const { title, matrix, ramped, text, words, sign } of line) {
    const room = roomOf(sign);
    const center = { kind: "text", align: "center", fill: muted } as const;
    if (room === ARROW) {
      const from = x + 4;
      const to = x + ARROW - 9;
      shapes.push(
        { ...center, x: x + ARROW / 2, y: middle - 10, text: sign, size: 12 },
        {
          kind: "path",
          stroke: muted,
          strokeWidth: 1.25,
          points: [
            [from, middle],
            [to, middle],
          ],
        },
        {
          ...{ kind: "path", fill: muted, closed: true },
          points: [
            [to + 5, middle],
            [to - 2, middle - 4],
            [to - 2, middle + 4],
          ],
        },
      );
    } else if (room > 0) {
      shapes.push({ ...center, x: x + room / 2 - 1, y: middle + 6, text: sign, size: 18 });
    }
    x += room;
    const name = { ...center, x: x + 1.5 * pitch, y: y + 15, size: 13.5, text: title } as const;
    shapes.push(...typeset({ ...name, fill: ink }, textWidth));
    shapes.push(...gridShapes({ matrix, x, y: top, pitch, ...ramped(palette), text }));
    const size = pitch - gapOf(pitch);
    const wide = 3 * pitch - gapOf(pitch);
    const outline = { kind: "rect", stroke: ink, strokeWidth: 1.5, radius: 4 } as const;
    // Every column of Xᵀ takes part; of the second X every row.
    if (words && !(title === "X" && sign !== ""))
      shapes.push({
        ...{ ...outline, x: x - 1.5, y: top + row * pitch - 1.5 },
        ...{ width: wide + 3, height: size + 3 },
      });
    areas.push(
      ...(words ? EXAMPLE_WORDS : []).map((_, at) => ({
        ...{ id: String(at + 1), x, y: top + at * pitch, width: wide, height: pitch },
      })),
    );
    x += 3 * pitch;
  }
  return { shapes, areas };
}
