/** The encoder and the decoder as one diagram of live matrices: halves of each box show the same of one model each. */
import { gapOf, gridShapes, signedRamp, weightRamp } from "../../draw/grid.js";
import { largestOf } from "../../draw/heatmap.js";
import type { Palette } from "../../draw/palette.js";
import type { Area, PictureMaker } from "../../draw/picture-figure.js";
import { ellipsize, type Shape, type TextWidth } from "../../draw/scene.js";
import type { Matrix } from "../../engine/api.js";
import { fixed } from "../../ui/numbers.js";
import { attentionIn, entropyOf, isEncoder, keysOf, rowsOf, stripIn } from "./boxes.js";
import {
  type Box,
  type Frame,
  HEAD_GAP,
  headHeight,
  PAD,
  type Plan,
  POOLED,
  planOf,
  stripPitch,
  TITLE,
  type Tower,
  WORDS_PITCH,
} from "./diagram-layout.js";
import { linkShapes } from "./diagram-links.js";
import { rampShapes } from "./diagram-ramps.js";
import type { FlowSide, Model } from "./flow.js";
import { distinct, type Half } from "./open.js";
import { pooled } from "./pooled.js";

export interface Diagram {
  readonly model: Model;
  readonly halves: readonly Half[];
  /** All from 0. */
  readonly layer: number;
  readonly head: number;
  readonly box: Box;
  readonly word: number;
  readonly second: number;
  readonly names: {
    readonly boxes: Readonly<Record<Box, string>>;
    readonly entropy: string;
    readonly weight: string;
    readonly coordinate: string;
    readonly layer: (layer: number, layers: number) => string;
  };
}

/** The most cells of a side of a head with more than POOLED words. */
const CELLS = 24;

interface Drawing extends Diagram {
  readonly plan: Plan;
  readonly palette: Palette;
  readonly textWidth: TextWidth;
}

/** The left end of a half. */
const halfAt = ({ half }: Plan, { x }: Frame, at: number) => x + PAD + at * (half + PAD);

/** The rows of a box's matrices, and the one that is followed. */
const followed = ({ word, second }: Diagram, box: Box) => (isEncoder(box) ? word : second);

/** The corners of the heads of a half, and the distance of their cells. */
function headPlaces({ model, halves, plan }: Drawing, frame: Frame, at: number) {
  const { size, columns } = plan.head;
  const { side } = halves[at] as Half;
  const rows = rowsOf(side, frame.id).words.length;
  const cols = keysOf(side, frame.id).words.length;
  const free = plan.half - columns * (size + HEAD_GAP) + HEAD_GAP;
  const left = halfAt(plan, frame, at) + free / 2;
  const height = headHeight(plan.head, rows, cols) + HEAD_GAP;
  const pitch = size / Math.max(rows, cols);
  return Array.from({ length: model.heads }, (_, i) => ({
    x: left + (i % columns) * (size + HEAD_GAP),
    y: frame.y + TITLE + Math.floor(i / columns) * height,
    ...{ pitch, rows, cols },
  }));
}

/** The cells of a head; with a causal mask those alone that take part. */
function headCells(matrix: Matrix, causal: boolean, place: HeadPlace, palette: Palette): Shape[] {
  const { x, y, pitch, rows, cols } = place;
  const small = Math.max(rows, cols) > POOLED ? pooled(matrix, CELLS) : matrix;
  const wide = (pitch * rows) / small.rows;
  const takes = causal ? (row: number, col: number) => col <= row : undefined;
  return gridShapes({ matrix: small, x, y, pitch: wide, ...weightRamp(palette), takes });
}

type HeadPlace = ReturnType<typeof headPlaces>[number];

function cells(drawing: Drawing, frame: Frame): Shape[] {
  const { model, halves, layer, palette, plan } = drawing;
  return halves.flatMap(({ side }, at): Shape[] => {
    if (frame.content === "heads") {
      const { heads } = attentionIn(side, frame.id, layer);
      const causal = frame.id === "masked" && model.causal;
      return headPlaces(drawing, frame, at).flatMap((place, i) => {
        const weights = heads[i]?.weights;
        return weights === undefined ? [] : headCells(weights, causal, place, palette);
      });
    }
    if (frame.content === "title") return [];
    const [matrix, largest] = strip(drawing, frame.id, side);
    const pitch = stripPitch(plan.half, matrix.rows, matrix.cols);
    const x = halfAt(plan, frame, at) + (plan.half - pitch * matrix.cols) / 2;
    return gridShapes({
      ...{ matrix, x, y: frame.y + TITLE, pitch },
      ...signedRamp(palette, largest),
    });
  });
}

/** The matrix of a half, and the largest number of all halves. */
function strip({ halves, layer }: Diagram, box: Box, side: FlowSide): readonly [Matrix, number] {
  const largest = largestOf(...halves.map((half) => stripIn(half.side, box, layer)));
  return [stripIn(side, box, layer), largest];
}

/** The row of the followed word in each matrix of a box. */
function followedShapes(drawing: Drawing, frame: Frame): Shape[] {
  const { palette, head, box, halves, plan } = drawing;
  const row = followed(drawing, frame.id);
  const line = { kind: "rect", radius: 2, stroke: palette.ink } as const;
  return halves.flatMap(({ side }, at): Shape[] => {
    if (frame.content === "title") return [];
    if (frame.content === "strips") {
      const [{ rows, cols }] = strip(drawing, frame.id, side);
      const pitch = stripPitch(plan.half, rows, cols);
      const x = halfAt(plan, frame, at) + (plan.half - pitch * cols) / 2;
      const y = frame.y + TITLE + row * pitch;
      const width = cols * pitch - gapOf(pitch);
      return [
        {
          ...line,
          x: x - 1.5,
          y: y - 1.5,
          width: width + 3,
          height: pitch - gapOf(pitch) + 3,
          strokeWidth: 1,
        },
      ];
    }
    return headPlaces(drawing, frame, at).flatMap(({ x, y, pitch, rows, cols }, i): Shape[] => {
      const gap = gapOf(pitch);
      const lit = i === head && frame.id === box;
      const shapes: Shape[] = [
        {
          ...{ ...line, x: x - 1, y: y + row * pitch - 1, width: cols * pitch - gap + 2 },
          ...{ height: pitch - gap + 2, strokeWidth: 0.75, opacity: lit ? 1 : 0.45 },
        },
      ];
      if (lit)
        shapes.push({
          ...{ ...line, x: x - 2.5, y: y - 2.5, width: cols * pitch - gap + 5 },
          ...{ height: rows * pitch - gap + 5, strokeWidth: 2 },
        });
      return shapes;
    });
  });
}

/** The outline and the title of a box, and the entropies of its halves. */
function boxShapes(drawing: Drawing, frame: Frame): Shape[] {
  const { palette, names, box, halves, layer, textWidth, plan } = drawing;
  const { x, y, width, height, id, content } = frame;
  const open = id === box;
  const shapes: Shape[] = [
    {
      ...{ kind: "rect", x, y, width, height, radius: 8 },
      ...(open
        ? { stroke: palette.ink, strokeWidth: 2 }
        : { stroke: palette.muted, strokeWidth: 1, opacity: 0.55 }),
    },
  ];
  const style = { kind: "text", y: y + 19, size: 13 } as const;
  const title = ellipsize(names.boxes[id], width - 2 * PAD, 13, (text, size) =>
    textWidth(text, size, true),
  );
  shapes.push({ ...style, x: x + PAD, text: title, bold: true, fill: palette.ink, words: true });
  if (content === "title") return shapes;
  for (const [at, { side, color }] of halves.entries()) {
    const [left, bottom] = [halfAt(plan, frame, at), y + height];
    if (content === "heads") {
      const number = fixed(entropyOf(attentionIn(side, id, layer)), 2);
      const named = `${names.entropy} ${number}`;
      const text = textWidth(named, 11.5) <= plan.half ? named : number;
      shapes.push({ ...style, x: left, y: bottom - 12, size: 11.5, text, fill: color(palette) });
    }
    const bar = { x: left, y: bottom - 5, width: plan.half, height: 2, radius: 1 };
    shapes.push({ kind: "rect", ...bar, fill: color(palette) });
  }
  return shapes;
}

/** The words of a tower from left to right, the followed one in the light; their areas. */
function wordShapes(
  { palette, textWidth }: Drawing,
  { x, width, words: top }: Tower,
  words: readonly string[],
  lit: number,
  id: string,
  color = palette.muted,
): { readonly shapes: Shape[]; readonly areas: Area[] } {
  const shapes: Shape[] = [];
  const areas: Area[] = [];
  const size = 14;
  const room = (width - (words.length - 1) * 4) / words.length;
  const wide = (text: string) => textWidth(text, size, true) + 14;
  const all = words.reduce((sum, word) => sum + wide(word) + 4, 0);
  // Where not all fit, those around the one in the light do.
  const fits = all <= width;
  const order = fits ? words.map((_, i) => i) : around(words.map(wide), lit, width - 2 * 16);
  let at = x;
  if (!fits && order[0] !== 0) {
    shapes.push({ kind: "text", x: at, y: top + 20, text: "…", size, fill: palette.muted });
    at += 16;
  }
  for (const i of order) {
    const text = words[i] ?? "";
    const box = Math.min(wide(text), Math.max(room, width - 32));
    const on = i === lit;
    if (on)
      shapes.push({
        kind: "rect",
        x: at,
        y: top + 3,
        width: box,
        height: 24,
        radius: 6,
        fill: palette.hairline,
      });
    shapes.push({
      ...{
        kind: "text",
        x: at + box / 2,
        y: top + 20,
        size,
        align: "center",
        bold: on,
        words: true,
      },
      text: ellipsize(text, box - 10, size, (word, of) => textWidth(word, of, true)),
      fill: on ? palette.ink : color,
    });
    areas.push({ id: `${id}:${i + 1}`, x: at, y: top, width: box, height: 30 });
    at += box + 4;
  }
  if (!fits && order.at(-1) !== words.length - 1)
    shapes.push({ kind: "text", x: at, y: top + 20, text: "…", size, fill: palette.muted });
  return { shapes, areas };
}

/** The indices around one whose widths, with gaps of 4, fit into a room. */
function around(widths: readonly number[], middle: number, room: number): number[] {
  let [from, to] = [middle, middle];
  let used = widths[middle] ?? 0;
  for (;;) {
    const [before, after] = [widths[from - 1], widths[to + 1]];
    if (after !== undefined && used + after + 4 <= room) {
      to += 1;
      used += after + 4;
    } else if (before !== undefined && used + before + 4 <= room) {
      from -= 1;
      used += before + 4;
    } else return Array.from({ length: to - from + 1 }, (_, i) => from + i);
  }
}

/** All layers as bars of their mean entropy: which one is open, and how depth changes it. */
function layerShapes(
  { palette, model, halves, layer, names, textWidth }: Drawing,
  { x, width, layers: top }: Tower,
  box: "attention" | "masked",
): { readonly shapes: Shape[]; readonly areas: Area[] } {
  const count = model.layers;
  const title = names.layer(layer + 1, count);
  const style = { kind: "text", y: top + 15, size: 13, bold: true, fill: palette.ink } as const;
  const shapes: Shape[] = [{ ...style, x, text: title }];
  const areas: Area[] = [];
  const left = x + Math.max(textWidth(title, 13, true) + 16, width * 0.25);
  const pitch = (x + width - left) / count;
  const most = Math.log(rowsOf((halves[0] as Half).side, box).words.length) || 1;
  // Where there is no room for every number, the open layer alone has its own.
  const numbered = pitch >= textWidth(String(count), 11.5, true) + 2;
  for (let i = 0; i < count; i += 1) {
    const from = left + i * pitch;
    const wide = Math.max(1, Math.min(12, (pitch - 6) / 2));
    const middle = from + pitch / 2;
    const on = i === layer;
    const frame = Math.max(2, pitch - 2);
    if (on)
      shapes.push({
        kind: "rect",
        x: middle - frame / 2,
        y: top - 3,
        width: frame,
        height: 50,
        radius: 6,
        stroke: palette.ink,
        strokeWidth: 1.5,
      });
    for (const [at, { side, color }] of halves.entries()) {
      const share = Math.min(1, entropyOf(attentionIn(side, box, i)) / most);
      const height = Math.max(1.5, 24 * share);
      shapes.push({
        ...{
          kind: "rect",
          x: middle + at * (wide + 2) - (halves.length * (wide + 2) - 2) / 2,
          y: top + 26 - height,
          width: wide,
          height,
        },
        fill: color(palette),
      });
    }
    if (numbered || on)
      shapes.push({
        ...{ kind: "text", x: middle, y: top + 41, text: String(i + 1), size: 11.5 },
        ...{ align: "center", bold: on, fill: on ? palette.ink : palette.muted },
      });
    areas.push({ id: `layer:${i + 1}`, x: from, y: top - 3, width: pitch, height: 50 });
  }
  return { shapes, areas };
}

function headAreas(drawing: Drawing, frame: Frame): Area[] {
  if (frame.content !== "heads") return [];
  return drawing.halves.flatMap((_, at) =>
    headPlaces(drawing, frame, at).map(({ x, y, pitch, rows, cols }, i) => ({
      ...{ id: `${frame.id}:${i + 1}`, x: x - 2, y: y - 2 },
      ...{ width: cols * pitch + 4, height: rows * pitch + 4 },
    })),
  );
}

export function diagramPicture(diagram: Diagram): PictureMaker {
  const { model, halves, word, second } = diagram;
  const sentences = distinct(halves, "target");
  const [{ embedding, target }] = halves.map(({ side }) => side) as [FlowSide];
  return (width, palette, textWidth) => {
    const plan = planOf(width, {
      ...{ words: embedding.words.length, second: target.words.length },
      ...{ heads: model.heads, columns: embedding.sum.cols, norm: model.norm },
      ...{ halves: halves.length, sentences: sentences.length },
    });
    const drawing = { ...diagram, plan, palette, textWidth };
    const { encoder, decoder } = plan;
    const frames = [...encoder.frames, ...decoder.frames];
    const parts = [
      wordShapes(drawing, encoder, embedding.words, word, "word"),
      ...sentences.map(({ side, color }, i) => {
        const row = { ...decoder, words: decoder.words + i * WORDS_PITCH };
        const own = sentences.length > 1 ? color(palette) : palette.muted;
        return wordShapes(drawing, row, side.target.words, second, "second", own);
      }),
      layerShapes(drawing, encoder, "attention"),
      layerShapes(drawing, decoder, "masked"),
    ];
    return {
      ...{ width, height: plan.height },
      // Cells first: they are painted as pixels, which replace what is under them.
      shapes: [
        ...frames.flatMap((frame) => cells(drawing, frame)),
        ...linkShapes(plan, palette, model.norm),
        ...frames.flatMap((frame) => boxShapes(drawing, frame)),
        ...frames.flatMap((frame) => followedShapes(drawing, frame)),
        ...parts.flatMap(({ shapes }) => shapes),
        ...rampShapes(encoder, plan.ramps, diagram.names, palette, textWidth),
      ],
      areas: [
        ...parts.flatMap(({ areas }) => areas),
        ...frames.flatMap((frame) => headAreas(drawing, frame)),
        ...frames,
      ],
    };
  };
}
