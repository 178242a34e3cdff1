/**
 * A picture for each lane: what it reads of the typed date, or its weights on the tokens of a
 * sequence; and how lanes are called and coloured.
 */
import { html, nothing, type TemplateResult } from "lit";
import { oneFor } from "../../belonging.js";
import type { Hue } from "../../draw/figure-export.js";
import type { Palette } from "../../draw/palette.js";
import { Pointed } from "../../draw/pointed.js";
import { levelCurve, sketched } from "../../draw/sketch.js";
import { coordinates } from "../../draw/table.js";
import { indexed } from "../../indexed.js";
import type { LaneName } from "../../keys/training.js";
import type { PartFigure } from "../../part-kit/part-figures.js";
import { type PartView, titleColor } from "../../part-kit/part-view.js";
import type { en } from "../../text/en/training.js";
import { powerText } from "../../text/numbers.js";
import { type Span, say } from "../../text/rich.js";
import type { TestLook } from "./experiments.js";
import { readDate } from "./request.js";
import type { Lane } from "./track.js";

export type View = PartView<typeof en>;

/** The output of a lane for the typed date, once it has been computed. */
export function answerLine({ text }: View, { look, name }: Lane): TemplateResult {
  const right = readDate(look?.date ?? "")?.right ?? "";
  return html`<p class="answer-line">${
    look === null
      ? nothing
      : html`<output
        aria-label=${say(text.answer, { column: text.column[name] })}
        class=${name}
      >${look.answer}</output>
          <span>${
            look.answer === right ? `✓ ${text.right}` : `× ${say(text.wrong, { right })}`
          }</span>`
  }</p>`;
}

/** What a figure of a lane has from its race. */
type OfRace = Pick<PartFigure, "inputs" | "legend">;

/** The character of an answer that is pointed at, in every lane. */
const pointedOf = oneFor(({ changed }: View) => new Pointed(changed));

export function dateFigure(
  view: View,
  lane: Lane,
  look: TestLook,
  raceParts: OfRace,
): TemplateResult {
  const { text } = view;
  const { name } = lane;
  const pointed = pointedOf(view);
  const { answer, weights: matrix, date } = look;
  const { note, corner, titles } = text.attention;
  const title = say(text.attention.title, { lane: laneName(view, name) });
  const table = say(text.attention.table, { lane: text.column[name] });
  const labels = { rowLabels: [...answer], colLabels: [...date] };
  return view.figures.make({
    name: `reading-${name}`,
    title,
    ...titleColor(name),
    ...raceParts,
    // On the page the answer stands in the frame of the race.
    before: view.state.figure === "" ? nothing : answerLine(view, lane),
    label: `${title}. ${note}`,
    deps: [look, pointed.at],
    picture: readingPicture(name, look, titles, pointed.at),
    events: pointed,
    highlighted: pointed.at ?? "0",
    tables: { kind: "matrix", name: table, matrix, corner, ...labels },
  });
}

export function keysFigure(
  view: View,
  { name }: Lane,
  look: TestLook,
  raceParts: OfRace,
): TemplateResult {
  const { text } = view;
  const { note, corner } = text.keys;
  const { weights: matrix } = look;
  const title = say(text.keys.title, { lane: laneName(view, name) });
  return view.figures.matrix({
    name: `keys-${name}`,
    title,
    ...titleColor(name),
    ...raceParts,
    corner,
    table: say(text.keys.table, { lane: text.column[name] }),
    alt: `${title}. ${note}`,
    matrix,
    rowLabels: coordinates(matrix.rows),
    largestPitch: 24,
  });
}

// ---- the name, the colour and the dashes of a lane, the same in every picture ----

type LaneHue = Required<Pick<Hue, "color">> & Pick<Hue, "dash">;
export const LANE_HUES: Readonly<Record<LaneName, LaneHue>> = {
  scaled: { color: "scaled" },
  unscaled: { color: "unscaled" },
  one: { color: "muted", dash: [7, 3] },
  // Drawn over the lane "scaled", which it should be the same as.
  smaller: { color: "ink", dash: [2, 4] },
  norm: { color: "ink", dash: [9, 3, 2, 3] },
  // These have the colour of the lane that they extend.
  cap: { color: "scaled", dash: [7, 3] },
  clip: { color: "unscaled", dash: [7, 3] },
};

/** The names of the lanes in their colours; of the further ones also how their lines are drawn. */
export const lanesLegend = (view: View, { names }: { names: readonly LaneName[] }): Hue[] =>
  names.map((lane) => {
    const dashes = lane === "scaled" || lane === "unscaled" ? "" : ` (${view.text.dashes[lane]})`;
    return { ...LANE_HUES[lane], name: `${laneName(view, lane)}${dashes}` };
  });

export function laneStyle(palette: Palette, lane: LaneName) {
  const { color, dash } = LANE_HUES[lane];
  return { color: palette[color], dash };
}

/** What a lane is called: by what it divides. */
export function laneName({ state, text }: PartView<typeof en>, lane: LaneName): string {
  return say(text.lane[lane], { ...state, exponent: powerText("dₖ", state.exponent) });
}

/** A lane in a sentence, in its colour where it has one of the two. */
export const laneWord = (lane: string, text: string): Span => ({
  kind: lane === "scaled" || lane === "unscaled" ? lane : "strong",
  text,
});

// ---- what a lane reads of a date: lines from the characters of the answer, below, to those of the
// date, above ----

const TOP = 44;
const LINES = 96;
const HEIGHT = TOP + LINES + 46;
/** The largest distance of two characters. */
const PITCH = 30;
/** Weaker lines cannot be seen. */
const LEAST = 0.03;
const WIDEST = 7;
const STEPS = 16;

/** A curve from (x, y) to (endX, endY), upright at both ends. */
const upright = (x: number, y: number, endX: number, endY: number) =>
  levelCurve(y, x, endY, endX, STEPS).map(([down, right]) => [right, down] as const);

/** @param lit the id of the character of the answer whose lines alone are shown; null: all */
function readingPicture(
  lane: LaneName,
  { date, answer, weights }: TestLook,
  titles: readonly [string, string],
  lit: string | null,
) {
  const above = [...date];
  const below = [...answer];
  const weightAt = (row: number, col: number) => weights.data[row * weights.cols + col] ?? 0;
  const reads = (row: number) => lit === null || lit === String(row);
  /**
   * How much of a character of the date is read by the answer, or by its highlighted character.
   */
  const read = (col: number) =>
    Math.max(0, ...below.map((_, row) => (reads(row) ? weightAt(row, col) : 0)));
  return sketched((sketch) => {
    const { width, palette } = sketch;
    const { color } = laneStyle(palette, lane);
    const placed = (count: number, pitch: number) => (i: number) =>
      width / 2 + (i - (count - 1) / 2) * pitch;
    const pitch = Math.min(PITCH, width / Math.max(above.length, 1.25 * below.length));
    const toX = placed(above.length, pitch);
    const fromX = placed(below.length, pitch * 1.25);
    const size = Math.min(19, pitch * 0.85);
    const letter = { size, align: "center", words: true } as const;
    sketch.text(titles[0], 0, 12, { size: 11.5 });
    for (const row of below.keys()) {
      for (const col of above.keys()) {
        const value = weightAt(row, col);
        if (value < LEAST) continue;
        sketch.path(upright(fromX(row), TOP + LINES, toX(col), TOP), {
          stroke: color,
          strokeWidth: 0.75 + value * WIDEST,
          opacity: reads(row) ? 0.2 + 0.7 * value : 0.07,
        });
      }
    }
    for (const [i, text] of indexed(above)) {
      sketch.text(text, toX(i), TOP - 7, { ...letter, ...sketch.lit(read(i) >= 0.3) });
    }
    for (const [i, text] of indexed(below)) {
      const fill = reads(i) ? color : palette.muted;
      sketch.text(text, fromX(i), TOP + LINES + size + 3, { ...letter, fill, bold: true });
      const area = { x: fromX(i) - pitch * 0.62, y: TOP + LINES / 2, width: pitch * 1.25 };
      sketch.area(String(i), { ...area, height: LINES / 2 + size + 10 });
    }
    sketch.text(titles[1], 0, HEIGHT - 3, { size: 11.5 });
    return HEIGHT;
  });
}
