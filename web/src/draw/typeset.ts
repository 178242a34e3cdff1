/**
 * Sets mathematics in the texts of pictures: raised and lowered signs, letters in italics, and a
 * root with its bar.
 */
import { type Atom, piecesOf } from "../text/typeset.js";
import type { Shape, TextShape, TextWidth } from "./scene.js";

/** Sizes and distances as shares of the font size. */
const SCRIPT = 0.7;
/** The least size of a raised or lowered sign that can be read, in CSS pixels. */
const LEAST = 10;
const RAISE = 0.38;
const LOWER = 0.2;
/** How far the top of a letter in italics may reach over its width. */
const SLANT = 0.2;
/** The distance of a lowered letter from its neighbours in italics. */
const KERN = 0.1;
/**
 * The sign of a root before what is below it, the height of its bar, and how far the bar reaches
 * over both ends.
 */
const SIGN = 0.6;
const BAR = 0.88;
const OVER = 0.08;
const STROKE = 0.075;

/** A text of one style within a label, from x on, y above (negative) or below the baseline. */
type StyledText = Required<Pick<TextShape, "x" | "y" | "width" | "text" | "size" | "italic">>;

function lineOf(text: string, size: number, textWidth: TextWidth, bold?: boolean) {
  const runs: StyledText[] = [];
  // The ends of the bars of roots; the sign stands before the left one.
  const bars: { readonly from: number; readonly to: number }[] = [];
  let x = 0;
  const script = Math.max(SCRIPT, Math.min(1, LEAST / size));
  const set = (words: string, italic = false, share = 1, y = 0) => {
    const widthOf = (part: string) =>
      part === "" ? 0 : textWidth(part, size * share, bold, italic);
    // SVG drops spaces at the ends of a text.
    const text = words.trim();
    const before = widthOf(words.slice(0, words.indexOf(text)));
    const run = { x: x + before, y: y * size, width: widthOf(text), size: size * share };
    if (text !== "") runs.push({ ...run, text, italic });
    return x + widthOf(words);
  };
  const atom = (
    { base, variable, sub, sup, root }: Atom,
    index: number,
    atoms: readonly Atom[],
  ) => {
    const before = atoms[index - 1];
    if (variable && before?.variable && `${before.sub}${before.sup}` === "") x += SLANT * size;
    if (root) x += SIGN * size;
    const start = x;
    x = set(base, variable);
    // One above the other.
    const letters = /\D/.test(sub);
    const end = x;
    if (variable && sub !== "") x += KERN * size;
    const lowered = set(sub, letters, script, LOWER) + (letters ? KERN * size : 0);
    x = end;
    if (variable && sup !== "") x += SLANT * size;
    x = Math.max(lowered, set(sup, false, script, -RAISE));
    if (!root) return;
    x += 2 * OVER * size;
    bars.push({ from: start - OVER * size, to: x - OVER * size });
  };
  for (const piece of piecesOf(text)) {
    if (typeof piece === "string") x = set(piece);
    else piece.forEach(atom);
  }
  return { width: x, runs, bars };
}

/** The width of texts with their mathematics set. */
export const typesetWidth =
  (textWidth: TextWidth): TextWidth =>
  (text, size, bold) =>
    lineOf(text, size, textWidth, bold).width;

/** Share of a text's width that lies left of its anchor x. */
export const BEFORE = { left: 0, center: 0.5, right: 1 } as const;

/** The shapes of a text that is not turned; the text itself where it holds no mathematics. */
export function typesetShapes(shape: TextShape, textWidth: TextWidth): Shape[] {
  const { size, bold, fill, y, align = "left" } = shape;
  const { width, runs, bars } = lineOf(shape.text, size, textWidth, bold);
  const [only] = runs;
  if (runs.length === 1 && bars.length === 0 && only?.text === shape.text) {
    return [{ ...shape, italic: only.italic }];
  }
  const left = shape.x - BEFORE[align] * width;
  const style = { kind: "path", stroke: fill, strokeWidth: size * STROKE } as const;
  return [
    ...runs.map(
      ({ x, y: above, ...run }): Shape => ({
        kind: "text",
        x: left + x,
        y: y + above,
        fill,
        bold,
        ...run,
      }),
    ),
    ...bars.map(({ from, to }): Shape => {
      const pointAt = (dx: number, dy: number) => [left + from + dx * size, y - dy * size] as const;
      const points = [
        pointAt(-0.5, 0.3),
        pointAt(-0.38, 0.38),
        pointAt(-0.2, -0.08),
        pointAt(0, BAR),
      ];
      return { ...style, points: [...points, [left + to, y - BAR * size] as const] };
    }),
  ];
}
