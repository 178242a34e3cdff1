/** The arrows from box to box, the residual lines around the sublayers, and that of R into the decoder. */
import type { Palette } from "../../draw/palette.js";
import type { Shape } from "../../draw/scene.js";
import { type Frame, GAP, MARGIN, type Plan, type Tower } from "./diagram-layout.js";

const HEAD = 4;

const middle = ({ x, width }: Frame) => x + width / 2;

function arrow(x: number, from: number, to: number, color: string): Shape[] {
  return [
    {
      kind: "path",
      points: [
        [x, from],
        [x, to - HEAD],
      ],
      stroke: color,
      strokeWidth: 1.5,
    },
    {
      kind: "path",
      points: [
        [x - HEAD, to - HEAD - 1],
        [x + HEAD, to - HEAD - 1],
        [x, to],
      ],
      closed: true,
      fill: color,
    },
  ];
}

/** To the right at the end, with a head. */
const headRight = (x: number, y: number, color: string): Shape => ({
  kind: "path",
  points: [
    [x - HEAD - 1, y - HEAD],
    [x - HEAD - 1, y + HEAD],
    [x, y],
  ],
  closed: true,
  fill: color,
});

/** A line with rounded corners through points that lie on level and upright lines. */
function rounded(points: readonly (readonly [number, number])[], radius = 7) {
  const out: (readonly [number, number])[] = [];
  for (const [i, point] of points.entries()) {
    const [before, after] = [points[i - 1], points[i + 1]];
    if (before === undefined || after === undefined) {
      out.push(point);
      continue;
    }
    const towards = (other: readonly [number, number]): readonly [number, number] => {
      const far = Math.hypot(other[0] - point[0], other[1] - point[1]) || 1;
      const step = Math.min(radius, far / 2) / far;
      return [point[0] + (other[0] - point[0]) * step, point[1] + (other[1] - point[1]) * step];
    };
    const [from, to] = [towards(before), towards(after)];
    for (let k = 0; k <= 4; k += 1) {
      const t = k / 4;
      const mix = (a: number, b: number, c: number) =>
        (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t * t * c;
      out.push([mix(from[0], point[0], to[0]), mix(from[1], point[1], to[1])]);
    }
  }
  return out;
}

/** The arrows between the boxes of a tower, and the residual lines left of them. */
function towerShapes({ frames, card, x }: Tower, palette: Palette, norm: "post" | "pre"): Shape[] {
  const color = palette.muted;
  const shapes: Shape[] = [
    { kind: "rect", ...card, radius: 14, stroke: palette.hairline, strokeWidth: 1.5 },
  ];
  for (const [i, frame] of frames.entries()) {
    const next = frames[i + 1];
    if (next !== undefined && i > 0 && i < frames.length - 2)
      shapes.push(...arrow(middle(frame), frame.y + frame.height, next.y, color));
  }
  const [first, entered] = [frames[0], frames[1]];
  const [left, last] = [frames.at(-2), frames.at(-1)];
  if (first && entered && left && last) {
    shapes.push(...arrow(middle(first), first.y + first.height, card.y, color));
    shapes.push(...arrow(middle(entered), entered.y - 16, entered.y, color));
    shapes.push(...arrow(middle(left), card.y + card.height, last.y, color));
  }
  // Pairs of a sublayer and its normalisation: the line starts above the first and ends at the second.
  for (let i = 1; i + 1 < frames.length - 1; i += 2) {
    const [one, two] = [frames[i], frames[i + 1]] as [Frame, Frame];
    const from = one.y - (i === 1 ? 13 : GAP / 2);
    const to = norm === "post" ? two.y + two.height / 2 : two.y + two.height + GAP / 2 - 2;
    const side = x - MARGIN / 2;
    const end = norm === "post" ? two.x : middle(two) - 7;
    const points = rounded([
      [middle(one), from],
      [side, from],
      [side, to],
      [end - 1, to],
    ]);
    shapes.push({ kind: "path", points, stroke: color, strokeWidth: 1.25, opacity: 0.8 });
    shapes.push(headRight(end, to, color));
    if (norm === "pre") {
      const dot = { x: middle(two), y: to };
      shapes.push({
        kind: "dot",
        ...dot,
        radius: 6,
        fill: palette.paper,
        stroke: color,
        strokeWidth: 1.25,
      });
      shapes.push({
        kind: "path",
        points: [
          [dot.x - 3, to],
          [dot.x + 3, to],
        ],
        stroke: color,
        strokeWidth: 1.25,
      });
      shapes.push({
        kind: "path",
        points: [
          [dot.x, to - 3],
          [dot.x, to + 3],
        ],
        stroke: color,
        strokeWidth: 1.25,
      });
    }
  }
  return shapes;
}

export function linkShapes(plan: Plan, palette: Palette, norm: "post" | "pre"): Shape[] {
  const { encoder, decoder, stacked } = plan;
  const [memory, cross] = [encoder.frames.at(-1), decoder.frames.find(({ id }) => id === "cross")];
  const shapes = [...towerShapes(encoder, palette, norm), ...towerShapes(decoder, palette, norm)];
  if (memory === undefined || cross === undefined) return shapes;
  const from = memory.y + memory.height / 2;
  const to = cross.y + cross.height / 2;
  const beside = memory.x + memory.width;
  const points = stacked
    ? ([
        [memory.x, from],
        [2, from],
        [2, to],
        [cross.x - 1, to],
      ] as const)
    : ([
        [beside, from],
        [beside + 34, from],
        [beside + 34, to],
        [cross.x - 1, to],
      ] as const);
  shapes.push({ kind: "path", points: rounded(points, 12), stroke: palette.ink, strokeWidth: 2 });
  shapes.push(headRight(cross.x, to, palette.ink));
  return shapes;
}
