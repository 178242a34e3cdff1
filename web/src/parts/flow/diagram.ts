/**
 * The encoder and the decoder as one diagram of live matrices: halves of each box show the same of
 * one model each.
 */

import { range, sum } from "d3-array";
import { html, nothing, type TemplateResult } from "lit";
import { cellsBox } from "../../draw/cells.js";
import { largestOf } from "../../draw/heatmap.js";
import type { Picture, PictureMaker } from "../../draw/picture-figure.js";
import { ellipsize, movedBy } from "../../draw/scene.js";
import { pooled, type Box as Room, type Sketch, sketched } from "../../draw/sketch.js";
import { indexed } from "../../indexed.js";
import { BOXES, type BoxName } from "../../keys/flow.js";
import type { PartView } from "../../part-kit/part-view.js";
import { fixed } from "../../text/numbers.js";
import { say } from "../../text/rich.js";
import { type BoxHalf, boxNames, distinct, type FlowText, type Open } from "./boxes.js";
import type { Frame, Plan, Tower } from "./diagram-layout.js";
import { drawLinks, halfAt, PAD, POOLED, placesIn, planOf, WORDS_PITCH } from "./diagram-layout.js";
import { attentionIn, isEncoder, rowEmbedding, stripIn } from "./flow.js";
import { closed, unfolded } from "./unfolding.js";

/** The most cells of a side of a head with more than POOLED words. */
const CELLS = 24;
/** Half the width of the sign that a box opens, and the room that it takes beside the title. */
const CHEVRON = 5;
const CHEVRON_ROOM = 2 * CHEVRON + 8;

/** The open box, and the followed words, from 0. */
interface DiagramState extends Open {
  readonly word: number;
  readonly second: number;
  readonly plan: Plan;
  readonly sketch: Sketch;
}

/** The box whose matrices are shown; null where all are closed. */
const openIn = ({ box, unfolded }: Pick<Open, "box" | "unfolded">) => (unfolded ? box : null);

/** The matrices of a box, with the followed row, and an outline around the highlighted head. */
function drawMatrices(drawing: DiagramState, frame: Frame): void {
  const { sketch, halves, layer, head, word, second, model, plan } = drawing;
  const box = openIn(drawing);
  const { id, content } = frame;
  const row = isEncoder(id) ? word : second;
  const line = { radius: 2, stroke: sketch.palette.ink };
  const causal = id === "masked" && model.causal === "on";
  const largest =
    content === "strips" ? largestOf(...halves.map(({ side }) => stripIn(side, id, layer))) : 0;
  for (const [index, half] of indexed(halves)) {
    for (const [i, place] of indexed(placesIn(plan, frame, half, index, layer))) {
      if (content === "strips") {
        sketch.grid({ ...place, largest });
        sketch.rect(cellsBox(place, row), line, 1.5);
        continue;
      }
      const { x, y, pitch, rows, cols } = place;
      const small = Math.max(rows, cols) > POOLED ? pooled(place, CELLS) : place;
      sketch.grid({ ...place, ...small, pitch: (pitch * rows) / small.rows, causal });
      const lit = i === head && id === box;
      const style = { ...line, strokeWidth: 0.75, opacity: lit ? 1 : 0.45 };
      sketch.rect(cellsBox(place, row), style, 1);
      if (lit) sketch.rect(cellsBox(place), { ...line, strokeWidth: 2 }, 2.5);
      const area = { x: x - 2, y: y - 2, width: cols * pitch + 4, height: rows * pitch + 4 };
      sketch.area(`${id}:${i + 1}`, area);
    }
  }
}

/** Tells that a box opens, or that it is open. @param x of its middle */
function drawChevron(sketch: Sketch, x: number, y: number, open: boolean): void {
  const down = open ? -CHEVRON / 2 : CHEVRON / 2;
  const style = { stroke: sketch.palette.muted, strokeWidth: 1.75 };
  sketch.line([x - CHEVRON, y - down], [x, y + down], style);
  sketch.line([x, y + down], [x + CHEVRON, y - down], style);
}

/** The outline and the title of a box, and the entropies of its halves. */
function drawBox(drawing: DiagramState, frame: Frame): void {
  const { sketch, text, model, halves, layer, plan } = drawing;
  const box = openIn(drawing);
  const { palette, textWidth } = sketch;
  const { x, y, width, height, id, content } = frame;
  const opened = { stroke: palette.ink, strokeWidth: 2 };
  const closed = { stroke: palette.muted, strokeWidth: 1, opacity: 0.55 };
  sketch.rect(frame, { radius: 8, ...(id === box ? opened : closed) });
  const titleWidth = width - 2 * PAD - CHEVRON_ROOM;
  const title = ellipsize(boxNames(text, model)[id], titleWidth, 13, sketch.boldWidth);
  sketch.text(title, x + PAD, y + 19, { size: 13, ...sketch.lit(true), words: true });
  drawChevron(sketch, x + width - PAD - CHEVRON, y + 15, id === box);
  if (content === "title") return;
  for (const [index, { side, color }] of indexed(halves)) {
    const left = halfAt(plan, frame, index);
    const bottom = y + height;
    const fill = color(palette);
    if (content === "heads") {
      const number = fixed(attentionIn(side, id, layer).means.entropy, 2);
      const named = `${text.diagram.names.entropy} ${number}`;
      const label = textWidth(named, 11.5) <= plan.half ? named : number;
      sketch.text(label, left, bottom - 12, { size: 11.5, fill });
    }
    sketch.rect({ x: left, y: bottom - 5, width: plan.half, height: 2 }, { radius: 1, fill });
  }
}

/** The words of a tower from left to right, the followed one highlighted, with an area for each. */
function drawWords(
  sketch: Sketch,
  { x, y, width }: Omit<Room, "height">,
  words: readonly string[],
  lit: number,
  id: string,
  color = sketch.palette.muted,
): void {
  const { palette, boldWidth } = sketch;
  const size = 14;
  const room = (width - (words.length - 1) * 4) / words.length;
  const wide = words.map((text) => boldWidth(text, size) + 14);
  // Where not all words fit, those around the highlighted one are drawn.
  const fits = wide.reduce((sum, each) => sum + each + 4, 0) <= width;
  const order = fits ? words.map((_, i) => i) : around(wide, lit, width - 2 * 16);
  let left = x;
  const dots = () => sketch.text("…", left, y + 20, { size });
  if (!fits && order[0] !== 0) {
    dots();
    left += 16;
  }
  for (const i of order) {
    const box = Math.min(wide[i] ?? 0, Math.max(room, width - 32));
    const on = i === lit;
    const back = { x: left, y: y + 3, width: box, height: 24 };
    if (on) sketch.rect(back, { radius: 6, fill: palette.hairline });
    const text = ellipsize(words[i] ?? "", box - 10, size, boldWidth);
    const style = { size, align: "center", words: true, ...sketch.lit(on, color) } as const;
    sketch.text(text, left + box / 2, y + 20, style);
    sketch.area(`${id}:${i + 1}`, { x: left, y, width: box, height: 30 });
    left += box + 4;
  }
  if (!fits && order.at(-1) !== words.length - 1) dots();
}

/** The indices around one whose widths, with gaps of 4, fit into a room. */
function around(widths: readonly number[], middle: number, room: number): number[] {
  let from = middle;
  let end = middle + 1;
  const within = (first: number, last: number) =>
    sum(widths.slice(first, last), (width) => width + 4) <= room + 4;
  for (;;) {
    if (end < widths.length && within(from, end + 1)) end += 1;
    else if (from > 0 && within(from - 1, end)) from -= 1;
    else return range(from, end);
  }
}

/** All layers as bars of their mean entropy: which one is open, and how depth changes it. */
function drawLayers(drawing: DiagramState, tower: Tower, box: "attention" | "masked"): void {
  const { sketch, text, model, halves, layer } = drawing;
  const { x, width, layers: top } = tower;
  const { palette, boldWidth } = sketch;
  const count = model.layers;
  const title = say(text.diagram.names.layer, { layer: layer + 1, layers: count });
  sketch.text(title, x, top + 15, { size: 13, ...sketch.lit(true) });
  const left = x + Math.max(boldWidth(title, 13) + 16, width * 0.25);
  const pitch = (x + width - left) / count;
  const wide = Math.max(1, Math.min(12, (pitch - 6) / 2));
  const most = Math.log(rowEmbedding((halves[0] as BoxHalf).side, box).words.length) || 1;
  // Where there is no room for every number, the open layer alone has its own.
  const numbered = pitch >= boldWidth(String(count), 11.5) + 2;
  for (let i = 0; i < count; i += 1) {
    const from = left + i * pitch;
    const middle = from + pitch / 2;
    const on = i === layer;
    const frame = Math.max(2, pitch - 2);
    const outline = { x: middle - frame / 2, y: top - 3, width: frame, height: 50 };
    if (on) sketch.rect(outline, { radius: 6, stroke: palette.ink, strokeWidth: 1.5 });
    for (const [index, { side, color }] of indexed(halves)) {
      const share = Math.min(1, attentionIn(side, box, i).means.entropy / most);
      const height = Math.max(1.5, 24 * share);
      const place = middle + index * (wide + 2) - (halves.length * (wide + 2) - 2) / 2;
      const bar = { x: place, y: top + 26 - height, width: wide, height };
      sketch.rect(bar, { fill: color(palette) });
    }
    const style = { size: 11.5, align: "center", ...sketch.lit(on) } as const;
    if (numbered || on) sketch.text(String(i + 1), middle, top + 41, style);
    sketch.area(`layer:${i + 1}`, { x: from, y: top - 3, width: pitch, height: 50 });
  }
}

type Diagram = Omit<DiagramState, "plan" | "sketch">;

/** @param open the box below whose row there is room */
function diagramPicture(diagram: Diagram, open: BoxName | null): PictureMaker {
  const { text, model, halves, word, second } = diagram;
  const sentences = distinct(halves, "target");
  const { embedding } = (halves[0] as BoxHalf).side;
  return sketched((sketch) => {
    const plan = planOf(sketch.width, diagram, sentences.length, open);
    const drawing = { ...diagram, plan, sketch };
    const { encoder, decoder } = plan;
    drawLinks(sketch, plan, model.norm);
    drawWords(sketch, { ...encoder, y: encoder.words }, embedding.words, word, "query");
    for (const [i, { side, color }] of indexed(sentences)) {
      const row = { ...decoder, y: decoder.words + i * WORDS_PITCH };
      const sideColor = sentences.length > 1 ? color(sketch.palette) : undefined;
      drawWords(sketch, row, side.target.words, second, "secondword", sideColor);
    }
    drawLayers(drawing, encoder, "attention");
    drawLayers(drawing, decoder, "masked");
    const frames = [...encoder.frames, ...decoder.frames];
    for (const frame of frames) {
      drawBox(drawing, frame);
      drawMatrices(drawing, frame);
    }
    for (const frame of frames) sketch.area(frame.id, frame);
    drawRamps(sketch, encoder, plan.ramps, text);
    return plan.height;
  });
}

/**
 * The part of a picture between two heights, between which no text lies partly. What reads the
 * texts of a picture finds no text of the other part; other shapes outside are clipped.
 */
function partOfPicture(picture: Picture, from: number, to: number): Picture {
  const { width, shapes, areas = [] } = picture;
  return {
    width,
    height: to - from,
    shapes: shapes
      .filter((shape) => shape.kind !== "text" || (shape.y >= from && shape.y < to))
      .map((shape) => movedBy(shape, 0, -from)),
    areas: areas
      .filter(({ y }) => y >= from && y < to)
      .map(({ id, x, y, width, height }) => ({ id, x, y: y - from, width, height })),
  };
}

/** The diagram above the matrices of the open box, and below them. */
function halvesOfDiagram(diagram: Diagram, open: BoxName) {
  const whole = diagramPicture(diagram, open);
  const sentences = distinct(diagram.halves, "target").length;
  const cutAt = (width: number) => planOf(width, diagram, sentences, open).cut;
  const above: PictureMaker = (...maker) => partOfPicture(whole(...maker), 0, cutAt(maker[0]));
  const below: PictureMaker = (...maker) => {
    const picture = whole(...maker);
    return partOfPicture(picture, cutAt(maker[0]), picture.height);
  };
  return { above, below };
}

// ---- the legend of the diagram ----

const STEPS = 32;

/** What the colours of cells mean. */
function drawRamps(sketch: Sketch, { x, width }: Tower, top: number, { diagram }: FlowText) {
  const { palette, textWidth } = sketch;
  const { names } = diagram;
  const step = width < 260 ? 1 : 3;
  const scales = [
    [palette.weights, "0", "1", names.weight],
    [palette.scores, "−", "+", names.coordinate],
  ] as const;
  for (const [row, [ramp, least, most, name]] of indexed(scales)) {
    const y = top + row * 22;
    const style = { size: 11.5 };
    const from = x + 14;
    const end = from + STEPS * step;
    const named = end + 14 + textWidth(most, 11.5);
    sketch.text(least, x + 8, y + 9, { ...style, align: "right" });
    for (let i = 0; i < STEPS; i += 1) {
      const place = { x: from + i * step, y, width: step + 0.5, height: 9 };
      sketch.rect(place, { fill: ramp.at(i / (STEPS - 1)) });
    }
    sketch.text(most, end + 7, y + 9, style);
    sketch.text(ellipsize(name, x + width - named, 11.5, textWidth), named, y + 9, style);
  }
}

// ---- the figure of the diagram: its picture with a button for each box, and the table of its
// entropies ----

const ATTENTIONS = ["attention", "masked", "cross"] as const;

/**
 * @param matrices those of the open box, which stand directly below its row; a figure alone does
 *   without
 */
export function diagramFigure(view: PartView, open: Open, matrices: unknown): TemplateResult {
  const { text, model, halves, layer, head, follow, inputs } = open;
  const box = view.state.figure === "" ? openIn(open) : null;
  const names = boxNames(text, model);
  const sides = halves.map(({ side }) => side);
  const [{ embedding, target, layers }] = sides as [BoxHalf["side"]];
  const word = follow.rowOf("embedding", embedding.words.length);
  const second = follow.rowOf("target", target.words.length);
  const buttons = BOXES.map((id) => {
    const tower = text.towers[isEncoder(id) ? "encoder" : "decoder"];
    const which: string | undefined = text.which[id as "norm1"];
    const label = say(text.button[which ? "several" : "one"], { tower, name: names[id], which });
    return { id, label, pressed: id === openIn(open) };
  });
  const most = fixed(Math.log(embedding.words.length), 2);
  const many = Math.max(embedding.words.length, target.words.length) > POOLED;
  const beside = halves.map((half) => half.beside).join(" | ");
  const note = say(text.diagram.note, { shown: embedding.sum.cols, most });
  const label = say(text.diagram.alt, { layers: model.layers, heads: model.heads, names: beside });
  const isClosed = view.state.figure === "" && openIn(open) === null;
  const hint = isClosed ? html`<p class="note">${text.diagram.hint}</p>` : nothing;
  const diagram = { ...open, word, second };
  const whole = diagramPicture(diagram, null);
  const { above, below } =
    box === null ? { above: whole, below: null } : halvesOfDiagram(diagram, box);
  const deps = [...sides, layer, head, openIn(open), box, word, second];
  const touch = { buttons, events: follow.diagram, highlighted: openIn(open) ?? "" };
  const upper = view.drawings.picture("diagram", label, deps, above, touch);
  const lower =
    below && view.drawings.picture("diagram below", text.diagram.rest, deps, below, touch);
  return view.figures.make({
    legend: open.legend,
    title: text.diagram.title,
    beside,
    before: hint,
    inputs,
    label,
    drawing: {
      ...upper,
      scene: whole,
      template:
        box === null || lower === null
          ? closed(view, upper.template)
          : unfolded(
              view,
              { box, label: text.openLabel, close: text.close },
              upper.template,
              matrices,
              lower.template,
            ),
    },
    note: many ? `${note} ${text.diagram.pooled}` : note,
    tables: view.tables.make("diagram", text.diagram.table, sides, () => {
      const rows = ATTENTIONS.flatMap((attention) => layers.map((_, i) => [attention, i] as const));
      const columns = (["entropy", "peak"] as const).flatMap((measure) =>
        sides.map((side) =>
          rows.map(([attention, i]) => attentionIn(side, attention, i).means[measure]),
        ),
      );
      return {
        corner: text.diagram.corner,
        rows: rows.map(([attention, i]) => `${text.diagram.rows[attention]} ${i + 1}`),
        columns: text.diagram.columns.flatMap((column) => halves.map(({ named }) => named(column))),
        values: columns,
      };
    }),
  });
}
