/** The arrows from box to box, the residual lines around the sublayers, and that of R into the decoder. */
import type { Sketch } from "../../draw/sketch.js";
import { type Frame, GAP, MARGIN, type Plan, type Tower } from "./diagram-layout.js";

type Norm = "post" | "pre";

const middle = ({ x, width }: Frame) => x + width / 2;
const bottom = ({ y, height }: Omit<Frame, "id" | "content">) => y + height;

/** The arrows between the boxes of a tower, and the residual lines left of them. */
function drawTower(sketch: Sketch, { frames, card, x }: Tower, norm: Norm): void {
  const { muted, hairline } = sketch.palette;
  sketch.rect(card, { radius: 14, stroke: hairline, strokeWidth: 1.5 });
  const down = (x: number, from: number, to: number) => sketch.arrow([x, from], [x, to], muted);
  for (const [i, frame] of frames.entries()) {
    const next = frames[i + 1];
    if (next === undefined) continue;
    if (i === 0) {
      down(middle(frame), bottom(frame), card.y);
      down(middle(next), next.y - 16, next.y);
    } else down(middle(frame), i < frames.length - 2 ? bottom(frame) : bottom(card), next.y);
  }
  // Pairs of a sublayer and its normalisation: the line starts above the first and ends at the second.
  for (let i = 1; i + 1 < frames.length - 1; i += 2) {
    const [one, two] = [frames[i], frames[i + 1]] as [Frame, Frame];
    const from = one.y - (i === 1 ? 13 : GAP / 2);
    const to = norm === "post" ? two.y + two.height / 2 : bottom(two) + GAP / 2 - 2;
    const end = norm === "post" ? two.x : middle(two) - 7;
    const by = { x: x - MARGIN / 2, radius: 7 };
    const style = { by, strokeWidth: 1.25, opacity: 0.8 };
    sketch.arrow([middle(one), from], [end, to], muted, style);
    if (norm === "pre") plus(sketch, middle(two), to);
  }
}

/** The sign of an addition. */
function plus(sketch: Sketch, x: number, y: number): void {
  const style = { stroke: sketch.palette.muted, strokeWidth: 1.25 };
  sketch.dot(x, y, 6, { fill: sketch.palette.paper, ...style });
  sketch.line([x - 3, y], [x + 3, y], style);
  sketch.line([x, y - 3], [x, y + 3], style);
}

export function drawLinks(sketch: Sketch, plan: Plan, norm: Norm): void {
  const { encoder, decoder, stacked } = plan;
  drawTower(sketch, encoder, norm);
  drawTower(sketch, decoder, norm);
  const [memory, cross] = [encoder.frames.at(-1), decoder.frames.find(({ id }) => id === "cross")];
  if (memory === undefined || cross === undefined) return;
  const beside = memory.x + memory.width;
  const [from, side] = stacked ? [memory.x, 2] : [beside, beside + 34];
  const [start, end] = [memory.y + memory.height / 2, cross.y + cross.height / 2];
  const style = { by: { x: side, radius: 12 }, strokeWidth: 2 };
  sketch.arrow([from, start], [cross.x, end], sketch.palette.ink, style);
}
