/**
 * One head as lines from word to word: the stronger a line, the larger the weight. One word's lines
 * are highlighted.
 */
import type { Side } from "../attention/sides.js";
import { cutApart } from "../draw/scene.js";
import { levelCurve, sketched } from "../draw/sketch.js";
import type { Matrix } from "../engine/api.js";
import { indexed } from "../indexed.js";
import { weight } from "../text/numbers.js";

const TOP = 30;
/**
 * Weaker lines cannot be seen; among those of MANY words none below FAINT that is not highlighted.
 */
const LEAST = 0.015;
const MANY = 24;
const FAINT = 0.05;
const WIDEST = 11;

interface Row {
  readonly height: number;
  /** The size of the row's words. */
  readonly wordSize: number;
}

/** How a row looks in a picture of so many words. */
function rowOf(count: number): Row {
  if (count <= 12) return { height: 24, wordSize: 14 };
  if (count <= 24) return { height: 22, wordSize: 12.5 };
  return { height: 14, wordSize: 10 };
}

/**
 * @param weights [n×n], a row for each query
 * @param query the highlighted word, from 0
 * @param titles of the words as queries and of those as keys
 */
export function linesPicture(
  words: readonly string[],
  weights: Matrix,
  query: number,
  side: Side,
  titles: readonly [string, string],
) {
  return sketched((sketch) => {
    const { width, palette, textWidth, boldWidth } = sketch;
    const { ink, muted } = palette;
    const color = palette[side];
    const { height: pitch, wordSize: size } = rowOf(words.length);
    const shares = textWidth(".00", size - 2) + 8;
    const most = Math.max(...words.map((word) => boldWidth(word, size)));
    const label = Math.min(most, width * 0.27);
    const from = label + 12;
    const to = width - label - 12 - shares;
    const cut = cutApart(words, label, size, boldWidth);
    const middle = (row: number) => TOP + (row + 0.5) * pitch;
    const entry = (row: number, col: number) => weights.data[row * weights.cols + col] ?? 0;
    const indices = words.map((_, i) => i);
    const back = { x: 0, y: middle(query) - pitch / 2, width: label + 6, height: pitch };
    sketch.rect(back, { radius: 5, fill: palette.hairline });
    // The highlighted word comes last: its lines lie over the others.
    for (const row of [...indices.filter((row) => row !== query), query]) {
      const lit = row === query;
      for (const col of indices) {
        const value = entry(row, col);
        if (value < (lit || words.length <= MANY ? LEAST : FAINT)) continue;
        sketch.path(levelCurve(from, middle(row), to, middle(col)), {
          stroke: color,
          strokeWidth: 0.75 + value * (lit ? WIDEST : WIDEST / 2),
          opacity: lit ? 0.35 + 0.65 * value : 0.16 * Math.min(1, value * 2 + 0.2),
        });
      }
    }
    for (const [row, text] of indexed(cut)) {
      const y = middle(row) + size * 0.35;
      const share = entry(query, row);
      const style = { size, words: true };
      const fill = share >= 0.05 ? ink : muted;
      sketch.text(text, label, y, { ...style, align: "right", ...sketch.lit(row === query) });
      sketch.text(text, to + 12, y, { ...style, bold: share >= 0.2, fill });
      if (share >= 0.005) {
        sketch.text(weight(share), width - 2, y, { size: size - 2, align: "right", fill: color });
      }
      const area = { y: middle(row) - pitch / 2, width: from + (to - from) / 2, height: pitch };
      sketch.area(String(row + 1), { x: 0, ...area });
    }
    const [asks, askedTitle] = titles;
    sketch.text(asks, 0, 14, { size: 11.5 });
    if (label < width - to - shares) {
      sketch.text(askedTitle, width - 2, 14, { size: 11.5, align: "right" });
    } else sketch.text(askedTitle, to + 12, 14, { size: 11.5 });
    return TOP + words.length * pitch + 6;
  });
}
