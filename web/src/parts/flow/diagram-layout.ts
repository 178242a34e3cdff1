/**
 * Where the boxes of the encoder and the decoder stand, beside each other or on a narrow page one
 * above the other, and the lines between them.
 */
import type { Area } from "../../draw/picture-figure.js";
import type { Box as Rectangle, Sketch } from "../../draw/sketch.js";
import { indexed } from "../../indexed.js";
import type { BoxName } from "../../keys/flow.js";
import type { BoxHalf, Open } from "./boxes.js";
import type { FlowModel, FlowSide, StackName } from "./flow.js";
import { attentionIn, isAttention, keyEmbedding, rowEmbedding, STACKS, stripIn } from "./flow.js";

/** What a box shows of its matrices. */
export type BoxContent = "heads" | "strips" | "title";

/** A box, or the frame around the boxes of a layer. */
export interface Frame extends Omit<Area, "id"> {
  readonly id: BoxName;
  readonly content: BoxContent;
}

/** Where the boxes of a stack stand. */
export interface Tower {
  readonly x: number;
  readonly width: number;
  /** The boxes from top to bottom. */
  readonly frames: readonly Frame[];
  /** The frame around the boxes of a layer. */
  readonly card: Rectangle;
  /** The tops of its words and of the strip of layers, and its lower end. */
  readonly words: number;
  readonly layers: number;
  readonly bottom: number;
}

/** The cells of heads, and how many heads stand in a row and in a column. */
interface HeadsPlan {
  readonly size: number;
  readonly columns: number;
  readonly rows: number;
}

export interface Plan {
  readonly height: number;
  /**
   * Where the matrices of the open box stand between the boxes: no box crosses this height. The
   * lower end, where none is open.
   */
  readonly cut: number;
  /** Whether the decoder stands below the encoder. */
  readonly stacked: boolean;
  readonly encoder: Tower;
  readonly decoder: Tower;
  /** The top of the ramps below the towers. */
  readonly ramps: number;
  readonly head: HeadsPlan;
  /** The width of a half of a box. */
  readonly half: number;
}

/** Above so many words a cell of a head stands for several weights. */
export const POOLED = 32;

/** Measures of a picture: margins, the gap between boxes, heights. */
export const PAD = 12;
export const GAP = 20;
const NARROW = 640;
const BETWEEN = 64;
/** The room for the residual lines at the left of each tower. */
export const MARGIN = 16;
const WORDS_HEIGHT = 34;
/** The distance of two rows of words. */
export const WORDS_PITCH = 28;
const TITLE = 28;
const LAYER_HEIGHT = 76;
const SLIM = 30;
/** The room below the heads for their entropy, and the colour of the half. */
const NUMBERS_HEIGHT = 32;
/** The ramps below the encoder, or where the towers are stacked below both. */
const RAMPS = 44;
const HEAD_GAP = 6;
/** The largest side of a head, and the highest cell of a strip. */
const LARGEST = 64;
const STRIP_PITCH = 15;

function contentOf(box: BoxName): BoxContent {
  if (isAttention(box)) return "heads";
  return box.startsWith("norm") ? "title" : "strips";
}

const stripPitch = (half: number, rows: number, cols: number) =>
  Math.min(half / cols, Math.max(1.5, Math.min(STRIP_PITCH, 112 / rows)));

/** The height of a head of so many queries and keys: its longer side has the full size. */
const headHeight = ({ size }: { readonly size: number }, queries: number, keys: number) =>
  (size * queries) / Math.max(queries, keys);

/** @param words the most of a sentence */
function headsPlan(half: number, heads: number, words: number): HeadsPlan {
  // A cell has at least a pixel.
  const leastSize = Math.max(26, Math.min(POOLED, words));
  const sizeIn = (columns: number) => Math.floor((half - (columns - 1) * HEAD_GAP) / columns);
  const mostColumns = Math.max(2, Math.min(heads, heads > 8 ? 8 : 4));
  let columns = mostColumns;
  while (columns > 1 && sizeIn(columns) < leastSize) {
    columns -= 1;
  }
  return {
    size: Math.min(LARGEST, sizeIn(Math.max(columns, 2))),
    columns: Math.min(columns, heads),
    rows: Math.ceil(heads / columns),
  };
}

/** What the heights of the boxes follow from. */
interface Measures {
  readonly side: FlowSide;
  readonly head: HeadsPlan;
  /** The width of a half of a box. */
  readonly half: number;
}

function boxHeight(box: BoxName, { side, head, half }: Measures): number {
  const queries = rowEmbedding(side, box).words.length;
  switch (contentOf(box)) {
    case "heads": {
      const keys = keyEmbedding(side, box).words.length;
      const high = headHeight(head, queries, keys);
      return Math.round(TITLE + head.rows * (high + HEAD_GAP) - HEAD_GAP + NUMBERS_HEIGHT);
    }
    case "strips": {
      const pitch = stripPitch(half, queries, side.embedding.sum.cols);
      return Math.round(TITLE + queries * pitch + PAD);
    }
    case "title":
      return SLIM;
  }
}

/** The boxes of a layer of a stack from top to bottom. */
function boxesOfLayer(stack: StackName, norm: FlowModel["norm"]): readonly BoxName[] {
  const boxes = STACKS[stack];
  if (norm === "post") return boxes;
  // Each sublayer and its normalisation change places: their numbers differ in the last bit.
  return boxes.map((_, i) => boxes[i ^ 1] as BoxName);
}

/** The boxes before and behind the layers of a stack. */
const OUTER_BOXES = {
  encoder: { first: "embedding", last: "memory" },
  decoder: { first: "target", last: "output" },
} as const;

/** Where a tower stands: its words begin at `words`, and its first box at `boxes`. */
interface TowerPlace {
  readonly x: number;
  readonly words: number;
  readonly boxes: number;
  readonly width: number;
}

/** Where something of a height begins that would else cross the cut: below it. */
const clearOf = (cut: number, top: number, height: number): number =>
  top < cut && top + height > cut ? cut + GAP / 2 : top;

/** @param cut a height that no box may cross */
function towerOf(
  stack: StackName,
  norm: FlowModel["norm"],
  { x, words, boxes, width }: TowerPlace,
  measures: Measures,
  cut: number,
): Tower {
  const frames: Frame[] = [];
  let top = boxes;
  const put = (id: BoxName) => {
    const height = boxHeight(id, measures);
    top = clearOf(cut, top, height);
    frames.push({ id, content: contentOf(id), x, y: top, width, height });
    top += height + GAP;
  };
  put(OUTER_BOXES[stack].first);
  top = clearOf(cut, top, LAYER_HEIGHT);
  const cardTop = top;
  top += LAYER_HEIGHT;
  boxesOfLayer(stack, norm).forEach(put);
  const card = {
    x: x - MARGIN,
    y: cardTop,
    width: width + MARGIN + 10,
    height: top - cardTop - 6,
  };
  top += GAP - 4;
  put(OUTER_BOXES[stack].last);
  return { x, width, frames, card, words, layers: cardTop + 8, bottom: top - GAP };
}

/** The end of the row of the open box; Infinity where it is not in the tower. */
const endOfOpen = ({ frames }: Tower, open: BoxName | null): number => {
  const frame = frames.find(({ id }) => id === open);
  return frame === undefined ? Number.POSITIVE_INFINITY : bottom(frame) + GAP / 2;
};

/**
 * @param sentences rows of words above the decoder: one for each of its sentences
 * @param open the box below whose row there is room; null: none
 */
export function planOf(
  width: number,
  { model, halves }: Pick<Open, "model" | "halves">,
  sentences: number,
  open: BoxName | null,
): Plan {
  const stacked = width < NARROW;
  const towerWidth = stacked ? width - 2 * MARGIN - 4 : (width - BETWEEN - 2 * MARGIN - 24) / 2;
  const half = (towerWidth - (halves.length + 1) * PAD) / halves.length;
  const [{ side }] = halves as readonly [BoxHalf];
  const mostWords = Math.max(side.embedding.words.length, side.target.words.length);
  const head = headsPlan(half, model.heads, mostWords);
  const measures = { side, head, half };

  const x = MARGIN + 2;
  // Words of further sentences stand above the decoder.
  const furtherWords = (sentences - 1) * WORDS_PITCH;
  // Towers side by side begin at the same height: the words of the encoder stand beside the last
  // row of the decoder.
  const encoderWords = stacked ? 0 : furtherWords;
  const encoderAt = (cut: number): Tower => {
    const place = {
      x,
      words: encoderWords,
      boxes: encoderWords + WORDS_HEIGHT,
      width: towerWidth,
    };
    return towerOf("encoder", model.norm, place, measures, cut);
  };
  const whole = encoderAt(Number.POSITIVE_INFINITY);
  const decoderWords = stacked ? whole.bottom + 44 : 0;
  const decoderAt = (cut: number): Tower => {
    const place = {
      x: stacked ? x : x + towerWidth + BETWEEN + MARGIN,
      words: decoderWords,
      boxes: decoderWords + furtherWords + WORDS_HEIGHT,
      width: towerWidth,
    };
    return towerOf("decoder", model.norm, place, measures, cut);
  };
  // The tower of the open box stays as it is; the other one makes room at the same height.
  const cutInEncoder = endOfOpen(whole, open);
  const cutInDecoder = endOfOpen(decoderAt(Number.POSITIVE_INFINITY), open);
  const encoder = stacked ? whole : encoderAt(cutInDecoder);
  const decoder = decoderAt(stacked ? Number.POSITIVE_INFINITY : cutInEncoder);

  const cut = Math.min(cutInEncoder, cutInDecoder);
  const ramps = clearOf(cut, (stacked ? decoder : encoder).bottom + 26, RAMPS);
  const height = Math.ceil(Math.max(ramps + RAMPS, decoder.bottom + 6));
  return {
    height,
    cut: Math.min(height, Math.ceil(cut)),
    stacked,
    ramps,
    encoder,
    decoder,
    head,
    half,
  };
}

/** The left end of a half. */
export const halfAt = ({ half }: Plan, { x }: Frame, index: number) =>
  x + PAD + index * (half + PAD);

/** The matrices of a half of a box: its heads, or the one that it shows. */
export function placesIn(plan: Plan, frame: Frame, half: BoxHalf, index: number, layer: number) {
  const { id, content } = frame;
  const left = halfAt(plan, frame, index);
  const top = frame.y + TITLE;
  if (content === "title") return [];
  if (content === "strips") {
    const matrix = stripIn(half.side, id, layer);
    const pitch = stripPitch(plan.half, matrix.rows, matrix.cols);
    return [{ ...matrix, x: left + (plan.half - pitch * matrix.cols) / 2, y: top, pitch }];
  }
  const { size, columns } = plan.head;
  const free = plan.half - columns * (size + HEAD_GAP) + HEAD_GAP;
  return attentionIn(half.side, id, layer).heads.map(({ weights: matrix }, i) => ({
    ...matrix,
    pitch: size / Math.max(matrix.rows, matrix.cols),
    x: left + free / 2 + (i % columns) * (size + HEAD_GAP),
    y: top + Math.floor(i / columns) * (headHeight(plan.head, matrix.rows, matrix.cols) + HEAD_GAP),
  }));
}

// ---- the arrows from box to box, the residual lines around the sublayers, and that of R into the
// decoder ----

const middle = ({ x, width }: Frame) => x + width / 2;
const bottom = ({ y, height }: Rectangle) => y + height;

/** The arrows between the boxes of a tower, and the residual lines left of them. */
function drawTower(sketch: Sketch, { frames, card, x }: Tower, norm: FlowModel["norm"]): void {
  const { muted, hairline } = sketch.palette;
  sketch.rect(card, { radius: 14, stroke: hairline, strokeWidth: 1.5 });
  const down = (x: number, from: number, to: number) => sketch.arrow([x, from], [x, to], muted);
  for (const [i, frame] of indexed(frames)) {
    const next = frames[i + 1];
    if (next === undefined) continue;
    if (i === 0) {
      down(middle(frame), bottom(frame), card.y);
      down(middle(next), next.y - 16, next.y);
    } else down(middle(frame), i < frames.length - 2 ? bottom(frame) : bottom(card), next.y);
  }
  // Pairs of a sublayer and its normalisation: the line starts above the first and ends at the
  // second.
  for (let i = 1; i + 1 < frames.length - 1; i += 2) {
    const [upper, lower] = [frames[i], frames[i + 1]] as [Frame, Frame];
    const from = upper.y - (i === 1 ? 13 : GAP / 2);
    const to = norm === "post" ? lower.y + lower.height / 2 : bottom(lower) + GAP / 2 - 2;
    const end = norm === "post" ? lower.x : middle(lower) - 7;
    const style = { by: { x: x - MARGIN / 2, radius: 7 }, strokeWidth: 1.25, opacity: 0.8 };
    sketch.arrow([middle(upper), from], [end, to], muted, style);
    if (norm === "pre") plus(sketch, middle(lower), to);
  }
}

/** The sign of an addition. */
function plus(sketch: Sketch, x: number, y: number): void {
  const style = { stroke: sketch.palette.muted, strokeWidth: 1.25 };
  sketch.dot(x, y, 6, { fill: sketch.palette.paper, ...style });
  sketch.line([x - 3, y], [x + 3, y], style);
  sketch.line([x, y - 3], [x, y + 3], style);
}

export function drawLinks(sketch: Sketch, plan: Plan, norm: FlowModel["norm"]): void {
  const { encoder, decoder, stacked } = plan;
  drawTower(sketch, encoder, norm);
  drawTower(sketch, decoder, norm);
  const memory = encoder.frames.at(-1);
  const cross = decoder.frames.find(({ id }) => id === "cross");
  if (memory === undefined || cross === undefined) return;
  const beside = memory.x + memory.width;
  const from = stacked ? memory.x : beside;
  const side = stacked ? 2 : beside + 34;
  const start = memory.y + memory.height / 2;
  const end = cross.y + cross.height / 2;
  const style = { by: { x: side, radius: 12 }, strokeWidth: 2 };
  sketch.arrow([from, start], [cross.x, end], sketch.palette.ink, style);
}
