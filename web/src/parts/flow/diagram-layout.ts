/** Where the boxes of the encoder and the decoder stand: beside each other, on a narrow page one above the other. */
import type { Area } from "../../draw/picture-figure.js";
import type { Box } from "./keys.js";

export type { Box };

/** What a box shows of its matrices. */
export type Content = "heads" | "strips" | "title";

/** A box, or the frame around the boxes of a layer. */
export interface Frame extends Omit<Area, "id"> {
  readonly id: Box;
  readonly content: Content;
}

export type Tower = ReturnType<typeof towerOf>;
export type Plan = ReturnType<typeof planOf>;

/** Above so many words a cell of a head stands for several weights. */
export const POOLED = 32;

/** Of a picture: margins, the gap between boxes, heights. */
export const PAD = 12;
export const GAP = 20;
const NARROW = 640;
const BETWEEN = 64;
/** Left of each tower: the residual lines. */
export const MARGIN = 16;
const WORDS = 34;
/** The distance of two rows of words. */
export const WORDS_PITCH = 28;
export const TITLE = 28;
const LAYERS = 76;
const SLIM = 30;
/** Below the heads: their entropy, and the colour of the half. */
const NUMBERS = 32;
/** The ramps below the encoder, or where the towers are stacked below both. */
const RAMPS = 44;
export const HEAD_GAP = 6;
/** The largest side of a head, and the highest cell of a strip. */
const LARGEST = 64;
const STRIP_PITCH = 15;

/** The boxes of a layer in the order of the paper, or with the normalisation first. */
const ORDER = {
  encoder: {
    post: ["attention", "norm1", "feed", "norm2"],
    pre: ["norm1", "attention", "norm2", "feed"],
  },
  decoder: {
    post: ["masked", "norm3", "cross", "norm4", "feed2", "norm5"],
    pre: ["norm3", "masked", "norm4", "cross", "norm5", "feed2"],
  },
} as const;

const contentOf = (box: Box): Content =>
  ["attention", "masked", "cross"].includes(box)
    ? "heads"
    : box.startsWith("norm")
      ? "title"
      : "strips";

/** The room of a half of a box, where it has so many. */
const halfOf = (width: number, halves: number) => (width - (halves + 1) * PAD) / halves;

export const stripPitch = (half: number, rows: number, cols: number) =>
  Math.min(half / cols, Math.max(1.5, Math.min(STRIP_PITCH, 112 / rows)));

/** The height of a head of so many queries and keys: its longer side has the full size. */
export const headHeight = ({ size }: { readonly size: number }, queries: number, keys: number) =>
  (size * queries) / Math.max(queries, keys);

export interface Shape {
  readonly words: number;
  readonly second: number;
  readonly heads: number;
  readonly columns: number;
  readonly norm: "post" | "pre";
  /** Of each box, one or two. */
  readonly halves: number;
  /** Rows of words above the decoder: one for each of its sentences. */
  readonly sentences: number;
}

/** The cells of heads, and how many heads stand in a row. */
function headsPlan(half: number, { words, second, heads }: Shape) {
  // At least a pixel a weight.
  const least = Math.max(26, Math.min(POOLED, Math.max(words, second)));
  const sizeOf = (columns: number) => Math.floor((half - (columns - 1) * HEAD_GAP) / columns);
  const most = Math.max(2, Math.min(heads, heads > 8 ? 8 : 4));
  let columns = most;
  while (columns > 1 && sizeOf(columns) < least) columns -= 1;
  return {
    size: Math.min(LARGEST, sizeOf(Math.max(columns, 2))),
    columns: Math.min(columns, heads),
    rows: Math.ceil(heads / columns),
  };
}

function towerOf(
  kind: "encoder" | "decoder",
  { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
  shape: Shape,
  half: number,
) {
  const head = headsPlan(half, shape);
  const rows = kind === "encoder" ? shape.words : shape.second;
  const strips = TITLE + rows * stripPitch(half, rows, shape.columns) + PAD;
  const [queries, keys] = [rows, shape.words];
  const frames: Frame[] = [];
  let top = y;
  const put = (id: Box, inset: number) => {
    const content = contentOf(id);
    const side = headHeight(head, queries, id === "masked" ? queries : keys);
    const heads = TITLE + head.rows * (side + HEAD_GAP) - HEAD_GAP + NUMBERS;
    const height = Math.round({ heads, strips, title: SLIM }[content]);
    frames.push({ id, content, x: x + inset, y: top, width: width - 2 * inset, height });
    top += height + GAP;
  };
  // Towers side by side begin at the same height: the words of the encoder stand beside the last row of the decoder.
  const further = (shape.sentences - 1) * WORDS_PITCH;
  const words = kind === "encoder" ? top + further : top;
  top += WORDS + further;
  put(kind === "encoder" ? "embedding" : "target", 0);
  const cardTop = top;
  const layers = top + 8;
  top += LAYERS;
  for (const box of ORDER[kind][shape.norm]) put(box, 0);
  const card = { x: x - MARGIN, y: cardTop, width: width + MARGIN + 10, height: top - cardTop - 6 };
  top += GAP - 4;
  put(kind === "encoder" ? "memory" : "output", 0);
  // The boxes from top to bottom, the frame around a layer, and the tops of the words and of the strip of layers.
  return { x, width, frames, card, words, layers, bottom: top - GAP };
}

/** @returns the towers, the top of the ramps below them, and the room of a half of a box */
export function planOf(width: number, shape: Shape) {
  const stacked = width < NARROW;
  const tower = stacked ? width - 2 * MARGIN - 4 : (width - BETWEEN - 2 * MARGIN - 24) / 2;
  const half = halfOf(tower, shape.halves);
  const head = headsPlan(half, shape);
  const x = MARGIN + 2;
  const first = stacked ? { ...shape, sentences: 1 } : shape;
  const encoder = towerOf("encoder", { x, y: 0, width: tower }, first, half);
  const start = stacked
    ? { x, y: encoder.bottom + 44, width: tower }
    : { x: x + tower + BETWEEN + MARGIN, y: 0, width: tower };
  const decoder = towerOf("decoder", start, shape, half);
  const ramps = (stacked ? decoder : encoder).bottom + 26;
  const height = Math.ceil(Math.max(ramps + RAMPS, decoder.bottom + 6));
  return { height, stacked, ramps, encoder, decoder, head, half };
}
