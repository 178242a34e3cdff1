/**
 * A question that is answered by drawing a curve: by a stroke of the pointer, by one tap, or by
 * arrow keys.
 */
import { html, nothing, type TemplateResult } from "lit";
import { oneFor } from "../../belonging.js";
import { type ChartLayout, chartPicture, layoutChart, NARROW, scaleOf } from "../../draw/chart.js";
import { type Axis, type Chart, dots, line, zip } from "../../draw/marks.js";
import { pointedAt } from "../../draw/on-screen.js";
import type { Palette } from "../../draw/palette.js";
import { modified } from "../../modified.js";
import { drawingOf, guessOf, heightsOf } from "../../questions/guesses.js";
import { isOpen, keepAnswer, questionGroup } from "../../questions/question.js";
import { QUESTION_TEXTS } from "../../questions/texts.js";
import { significant } from "../../text/numbers.js";
import { rich, say } from "../../text/rich.js";
import { unmarked } from "../../text/typeset.js";
import type { PartView, Words } from "../part-view.js";
import { drawnOn, filledHeights, type Stroke, type StrokePoint, tapped } from "./stroke.js";

/** What is to be drawn, on two logarithmic axes. */
export interface PadCurve {
  readonly ask: string;
  readonly why: string;
  /** Places in equal proportions; a curve is drawn through them. */
  readonly xs: readonly number[];
  readonly x: Axis;
  readonly y: Axis;
  /** The height at the first place, which is given. */
  readonly first: number;
  /** The measured heights; null until there are any. */
  readonly measured: ArrayLike<number> | null;
  /** A place as it is named: "$d$ = 64". */
  readonly place: (x: number) => string;
}

/**
 * How high a number stands between the ends of an axis, from 0 to 1, and the number at such a
 * height.
 */
const heightOn = (axis: Axis) => scaleOf(axis, [0, 1]);

/** How a drawn curve looks. */
export const GUESS = { width: 2, dash: [6, 4] } as const;

/** The curve that the reader has drawn; undefined where there is none. */
export function drawnCurve({ state, part }: PartView, { xs, y }: Pick<PadCurve, "xs" | "y">) {
  return heightsOf(guessOf(state, part), xs.length)?.map(heightOn(y).from);
}

const ARROW_KEYS: Readonly<Record<string, { readonly right: number; readonly up: number }>> = {
  ArrowLeft: { right: -1, up: 0 },
  ArrowRight: { right: 1, up: 0 },
  ArrowUp: { right: 0, up: 1 },
  ArrowDown: { right: 0, up: -1 },
};
/** How far an arrow key moves the curve: two of the 35 steps in which an answer keeps a height. */
const HEIGHT_STEP = 2 / 35;

/** What is drawn and not yet an answer. */
class Pad {
  layout: ChartLayout | undefined;
  stroke: Stroke = [];
  /** The last point of the pointer's way; undefined while nothing is drawn. */
  last: StrokePoint | undefined;
  /** The place that keys move; the last one at first. */
  cursor: number | undefined;

  clear(): void {
    this.stroke = [];
    this.last = undefined;
  }
}

const padOf = oneFor((_: object) => new Pad());

/** The question with its canvas. @param attach to be called with the group */
export function padGroup<W extends Words>(
  view: PartView<W>,
  curve: PadCurve,
  attach: (element: Element | undefined) => void,
): TemplateResult {
  const { page, part, state } = view;
  const { xs, x, y, measured, place } = curve;
  const text = QUESTION_TEXTS[page.language];
  const pad = padOf(view);
  const count = xs.length;
  const height = heightOn(y);
  const first = height.to(curve.first);
  const open = isOpen(page, part);
  const guessed = drawnCurve(view, curve);
  const cursor = pad.cursor ?? count - 1;
  const drawing = pad.stroke.length > 0 || pad.cursor !== undefined;
  const heights = filledHeights(pad.stroke, first, count);
  /** The height at a position, as the drawing will be stored in the state. */
  const valueAt = (index: number) =>
    significant(height.from(heightsOf(drawingOf(heights), count)?.[index] ?? 0), 2);

  /**
   * The point of a pointer event on the canvas, which captures the pointer from the start of a
   * stroke on.
   */
  const pointAt = (event: PointerEvent): StrokePoint | undefined => {
    const { layout } = pad;
    if (layout === undefined || !(event.target instanceof HTMLCanvasElement)) return undefined;
    const place = pointedAt(event);
    const least = layout.toX(xs[0] ?? 1);
    const most = layout.toX(xs.at(-1) ?? 1);
    const along = (place.x - least) / (most - least);
    const { top, bottom } = layout;
    return {
      position: Math.min(1, Math.max(0, along)) * (count - 1),
      height: (bottom - place.y) / (bottom - top),
    };
  };
  const commit = () => {
    const answered = filledHeights(pad.stroke, first, count);
    pad.clear();
    pad.cursor = undefined;
    keepAnswer(page, part, drawingOf(answered));
  };
  const down = (event: PointerEvent) => {
    const point = pointAt(event);
    if (event.button !== 0 || point === undefined) return;
    (event.target as Element).setPointerCapture(event.pointerId);
    pad.clear();
    pad.last = point;
  };
  const move = (event: PointerEvent) => {
    const point = pointAt(event);
    if (pad.last === undefined || point === undefined) return;
    pad.stroke = drawnOn(pad.stroke, pad.last, point);
    pad.last = point;
    view.changed();
  };
  const up = () => {
    const { last } = pad;
    if (last === undefined) return;
    if (pad.stroke.length === 0) pad.stroke = tapped([], last);
    commit();
  };
  const cancel = () => {
    pad.clear();
    view.changed();
  };
  const keydown = (event: KeyboardEvent) => {
    if (modified(event)) return;
    const step = ARROW_KEYS[event.key];
    if (step !== undefined) {
      const { right, up } = step;
      pad.cursor = Math.min(count - 1, Math.max(1, cursor + right));
      const moved = (heights[cursor] ?? 0) + up * HEIGHT_STEP;
      if (up !== 0) pad.stroke = tapped(pad.stroke, { position: cursor, height: moved });
      view.changed();
    } else if (event.key === "Enter" && drawing) commit();
    else return;
    event.preventDefault();
  };

  const marks = ({ ink, muted, unscaled }: Palette): Chart["marks"] => {
    const guess = drawing ? heights.map(height.from) : guessed;
    const truth = open || drawing || measured === null ? null : zip(xs, measured);
    return [
      dots([[xs[0] ?? 1, curve.first]], ink, { radius: 5 }),
      // While it is drawn without a label, for which the plot would become narrower.
      guess && line(zip(xs, guess), ink, { ...GUESS, ...(!drawing && { label: text.pad.you }) }),
      pad.cursor !== undefined &&
        dots([[xs[cursor] ?? 1, guess?.[cursor] ?? 1]], muted, { radius: 6, hollow: true }),
      truth && line(truth, unscaled, { label: text.pad.measured }),
      truth && dots(truth, unscaled),
    ];
  };
  const deps = [pad.stroke, pad.cursor, state.guess, open, measured, curve.first];
  const { template } = view.drawings.picture(
    "question",
    text.pad.label,
    deps,
    (width, palette, textWidth) => {
      const made = { x, y, height: width < NARROW ? 128 : 150, marks: marks(palette) };
      pad.layout = layoutChart(made, width, textWidth);
      return chartPicture(() => made)(width, palette, textWidth);
    },
  );
  const cursorX = xs[cursor] ?? 1;
  const input = html`<div
    class="pad"
    role="application"
    tabindex="0"
    aria-label="${text.pad.label}. ${text.pad.draw} ${text.pad.keys}"
    @pointerdown=${down}
    @pointermove=${move}
    @pointerup=${up}
    @pointercancel=${cancel}
    @keydown=${keydown}
  >${template}</div>
    ${
      open
        ? html`<p class="note">${text.pad.draw} <span class="keys">${text.pad.keys}</span></p>`
        : nothing
    }
    <p
      class="visually-hidden"
      aria-live="polite"
    >${
      pad.cursor === undefined
        ? ""
        : unmarked(say(text.pad.place, { x: place(cursorX), y: valueAt(cursor) }))
    }</p>`;
  const outcome = () => {
    if (measured === null) return null;
    const end = count - 1;
    const name = place(xs[end] ?? 1);
    const truth = significant(measured[end] ?? 0, 3);
    const drew = guessed && significant(guessed[end] ?? 0, 2);
    const result =
      drew === undefined
        ? rich(text.drawn, { x: name, measured: truth })
        : rich(text.drew, { x: name, guess: drew, measured: truth });
    return [...result, text.between, ...rich(curve.why)];
  };
  return questionGroup(page, { part, ask: curve.ask, input, outcome, attach });
}
