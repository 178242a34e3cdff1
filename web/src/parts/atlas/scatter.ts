/**
 * The factors of all models over the years: a dot for each, √dₖ times its factor on a logarithmic
 * axis. Two of three stand at 1, so 1 is a band in which dots are packed; above and below it the
 * axis goes on.
 */
import { type Sketch, sketched } from "../../draw/sketch.js";
import { indexed } from "../../indexed.js";
import {
  dividesByRoot,
  type Model,
  type ModelFactor,
  type ModelKind,
  timesRoot,
} from "./models.js";

/** The powers of 2 at the ends of the axis. */
const LEAST = -4.7;
const MOST = 6;
/** Where the axis has numbers. */
const TICKS = [
  [6, "64"],
  [4, "16"],
  [2, "4"],
  [-2, "1/4"],
  [-4, "1/16"],
] as const;

const NARROW = 480;
const TICK = 11.5;
const LABEL = 11;
const LEFT = 34;
/** The legend's row, and the room below it. */
const LEGEND = 20;
const AXIS_LABEL = 20;
const YEARS = 22;
/** The side of the square in which a dot is tapped. */
const TAPPED = 24;

/** Models whose names stand beside their dots while none is pointed at, the most telling first. */
const NAMED = [
  "ngpt",
  "gemma-4-31b",
  "granite-3-8b",
  "t5-small",
  "deepseek-v3",
  "inkling",
  "gpt-oss-120b",
  "gpt-neo-1.3b",
  "swin-v2-t",
  "gpt-2-crfm",
];

/** A factor of a model: models with several have as many dots. */
export interface ModelDot {
  readonly model: Model;
  readonly factor: ModelFactor;
  /** √dₖ times the factor. */
  readonly times: number;
  /** Whether it stands at 1, as a learnt factor may at its start. */
  readonly atOne: boolean;
}

export const dotsOf = (models: readonly Model[]): ModelDot[] =>
  models.flatMap((model) =>
    model.factors.flatMap((factor): ModelDot | ModelDot[] => {
      const times = timesRoot(model, factor);
      return times === null ? [] : { model, factor, times, atOne: Math.abs(times - 1) < 1e-9 };
    }),
  );

interface Placed extends ModelDot {
  readonly x: number;
  readonly y: number;
}

/** Draws the sign of a kind about a point. */
function sign(sketch: Sketch, kind: ModelKind, x: number, y: number, r: number, fill: string) {
  switch (kind) {
    case "language":
      return sketch.dot(x, y, r, { fill });
    case "vision":
      return sketch.rect({ x: x - r, y: y - r, width: 2 * r, height: 2 * r }, { fill }, -0.4);
    case "audio":
      return sketch.path(
        [
          [x, y - 1.15 * r],
          [x + 1.1 * r, y + 0.85 * r],
          [x - 1.1 * r, y + 0.85 * r],
        ],
        { closed: true, fill },
      );
    case "protein":
      return sketch.path(
        [
          [x, y - 1.25 * r],
          [x + 1.25 * r, y],
          [x, y + 1.25 * r],
          [x - 1.25 * r, y],
        ],
        { closed: true, fill },
      );
    case "diffusion":
      return sketch.dot(x, y, r - 0.75, { stroke: fill, strokeWidth: 1.75 });
    case "time": {
      const stroke = { stroke: fill, strokeWidth: 2 };
      sketch.line([x - r, y], [x + r, y], stroke);
      return sketch.line([x, y - r], [x, y + r], stroke);
    }
  }
}

/** The order of dots at one place: kind by kind. */
const KINDS: readonly ModelKind[] = ["language", "vision", "audio", "protein", "diffusion", "time"];
const byKind = (a: ModelDot, b: ModelDot) =>
  KINDS.indexOf(a.model.kind) - KINDS.indexOf(b.model.kind);

/** The first offset from the middle, to either side, at which a dot is clear of those placed. */
function clearOffset(placed: readonly Placed[], x: number, y: number, pitch: number, most: number) {
  for (let step = 0; (step * pitch) / 2 <= most; step += 1) {
    for (const side of [1, -1]) {
      const offset = (side * step * pitch) / 2;
      if (placed.every((dot) => Math.hypot(dot.x - x - offset, dot.y - y) >= pitch)) return offset;
    }
  }
  return 0;
}

export interface Scatter {
  readonly dots: readonly ModelDot[];
  /** Those that the reader's filters leave. */
  readonly shown: ReadonlySet<Model>;
  /** The model that is pointed at or chosen. */
  readonly lit: string;
  /** A year of which the dots are left out while a question about them is open. */
  readonly asked: number | null;
  readonly kinds: Readonly<Record<ModelKind, string>>;
  /** The name of the vertical axis. */
  readonly axis: string;
}

export function scatterPicture({ dots: all, shown, lit, asked, kinds, axis }: Scatter) {
  return sketched((sketch) => {
    const { width, palette, textWidth } = sketch;
    const narrow = width < NARROW;
    const octave = narrow ? 19 : 24;
    const years = all.map(({ model }) => model.year);
    const first = Math.min(...years);
    const count = Math.max(...years) - first + 1;
    const column = (width - LEFT) / count;
    const pitch = Math.min(11, (column - 2) / 3);
    const radius = pitch / 2 - 0.75;
    const across = Math.floor((column - 2) / pitch);
    const middleOf = (year: number) => LEFT + (year - first + 0.5) * column;
    const dots = all.filter(({ model }) => model.year !== asked);

    // ---- the legend of the signs ----
    let legendX = 0;
    let legendY = 12;
    for (const kind of KINDS) {
      const wide = 14 + textWidth(kinds[kind], LABEL) + 12;
      if (legendX > 0 && legendX + wide > width) {
        legendX = 0;
        legendY += LEGEND - 3;
      }
      sign(sketch, kind, legendX + 5, legendY - 4, 4.5, palette.muted);
      sketch.text(kinds[kind], legendX + 14, legendY, { size: LABEL });
      legendX += wide;
    }

    // ---- the axes: above the band, the band of 1, below the band ----
    const top = legendY + AXIS_LABEL + 12;
    const packed = new Map<number, ModelDot[]>();
    for (const dot of all.filter(({ atOne }) => atOne)) {
      packed.set(dot.model.year, [...(packed.get(dot.model.year) ?? []), dot]);
    }
    const rows = Math.max(...[...packed.values()].map(({ length }) => Math.ceil(length / across)));
    const bandTop = top + MOST * octave;
    const band = rows * pitch + 6;
    const bandBottom = bandTop + band;
    const bottom = bandBottom - LEAST * octave;
    const yOf = (times: number) => {
      const power = Math.log2(times);
      return power >= 0 ? bandTop - power * octave : bandBottom - power * octave;
    };
    sketch.math(axis, 0, legendY + AXIS_LABEL, { size: 12 });
    const ground = palette.weights.at(0.06);
    sketch.rect({ x: LEFT, y: bandTop, width: width - LEFT, height: band }, { fill: ground });
    for (const [power, text] of TICKS) {
      const y = yOf(2 ** power);
      sketch.line([LEFT, y], [width, y], { stroke: palette.hairline });
      sketch.text(text, LEFT - 6, y + 4, { size: TICK, align: "right" });
    }
    const one = { size: TICK, align: "right", bold: true, fill: palette.scaled } as const;
    sketch.text("1", LEFT - 6, (bandTop + bandBottom) / 2 + 4, one);
    const yearText = (year: number) => (narrow ? `’${String(year).slice(2)}` : String(year));
    // From the last one backwards, as many as have room.
    const every = Math.ceil((textWidth(yearText(first), TICK) + 4) / column);
    for (let year = first + count - 1; year >= first; year -= every) {
      const text = yearText(year);
      sketch.text(text, middleOf(year), bottom + 16, { size: TICK, align: "center" });
    }
    if (asked !== null) {
      const mark = { size: 18, align: "center", bold: true } as const;
      sketch.text("?", middleOf(asked), (bandTop + bandBottom) / 2 + 6, mark);
    }

    // ---- the places of the dots ----
    const placed: Placed[] = [];
    for (const [year, ofYear] of packed) {
      if (year === asked) continue;
      for (const [i, dot] of indexed([...ofYear].sort(byKind))) {
        const row = Math.floor(i / across);
        const inRow = Math.min(across, ofYear.length - row * across);
        const x = middleOf(year) + ((i % across) - (inRow - 1) / 2) * pitch;
        placed.push({ ...dot, x, y: bandBottom - 3 - (row + 0.5) * pitch });
      }
    }
    for (const dot of dots.filter(({ atOne }) => !atOne)) {
      const x = middleOf(dot.model.year);
      // A dot beside 1 does not reach into the band.
      const y = yOf(dot.times) + (dot.times >= 1 ? -radius - 1 : radius + 1);
      const offset = clearOffset(placed, x, y, pitch, column / 2 - radius);
      placed.push({ ...dot, x: x + offset, y });
    }
    const colorOf = ({ model }: ModelDot) => {
      if (!shown.has(model)) return palette.hairline;
      if (dividesByRoot(model)) return palette.scaled;
      return model.applied === "nothing" ? palette.unscaled : palette.ink;
    };
    const faint = placed.filter(({ model }) => !shown.has(model));
    const strong = placed.filter(({ model }) => shown.has(model));
    for (const dot of [...faint, ...strong]) {
      sign(sketch, dot.model.kind, dot.x, dot.y, radius, colorOf(dot));
    }
    for (const dot of strong.filter(({ model }) => model.id === lit)) {
      sketch.dot(dot.x, dot.y, radius + 2.5, { stroke: palette.ink, strokeWidth: 1.5 });
    }

    // ---- names: of the model in question, or of those that say most ----
    const boxes: { x: number; y: number; width: number; height: number }[] = [];
    const clear = (box: (typeof boxes)[number]) =>
      box.x >= LEFT &&
      box.x + box.width <= width &&
      box.y >= top - 10 &&
      box.y + box.height <= bottom &&
      boxes.every(
        (other) =>
          box.x + box.width < other.x ||
          other.x + other.width < box.x ||
          box.y + box.height < other.y ||
          other.y + other.height < box.y,
      ) &&
      placed.every(
        ({ x, y }) =>
          x + radius < box.x ||
          box.x + box.width < x - radius ||
          y + radius < box.y ||
          box.y + box.height < y - radius,
      );
    const name = (dot: Placed, bold: boolean) => {
      const text = dot.model.name;
      const wide = textWidth(text, LABEL, bold);
      const places = [
        { x: dot.x + radius + 4, y: dot.y - 7 },
        { x: dot.x - radius - 4 - wide, y: dot.y - 7 },
        { x: dot.x - wide / 2, y: dot.y - radius - 17 },
        { x: dot.x - wide / 2, y: dot.y + radius + 3 },
      ].map((place) => ({ ...place, width: wide, height: 14 }));
      const within = (x: number) => Math.min(Math.max(LEFT, x), width - wide);
      const over = { ...(places[2] as (typeof places)[number]) };
      const box = places.find(clear) ?? (bold ? { ...over, x: within(over.x) } : undefined);
      if (box === undefined) return;
      boxes.push(box);
      if (bold) sketch.rect(box, { fill: palette.card, radius: 3, opacity: 0.92 }, 2);
      sketch.text(text, box.x, box.y + 11, { size: LABEL, ...sketch.lit(bold) });
    };
    const litDot = strong.find(({ model }) => model.id === lit);
    if (litDot !== undefined) name(litDot, true);
    for (const id of NAMED) {
      const dot = strong.find(({ model }) => model.id === id && id !== lit);
      if (dot !== undefined) name(dot, false);
    }

    // ---- where a dot is pointed at: on it, or near it where no other is nearer ----
    for (const side of [pitch, TAPPED]) {
      for (const { model, x, y } of strong) {
        sketch.area(model.id, { x: x - side / 2, y: y - side / 2, width: side, height: side });
      }
    }
    return bottom + YEARS;
  });
}
