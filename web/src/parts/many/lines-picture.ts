/** One head as lines from word to word: the stronger a line, the larger the weight. One word's lines are in the light. */
import type { Palette } from "../../draw/palette.js";
import type { PictureMaker } from "../../draw/picture-figure.js";
import { cutApart, type PathShape, type Shape } from "../../draw/scene.js";
import type { Matrix } from "../../engine/api.js";
import { weight } from "../../ui/numbers.js";

const TOP = 30;
const STEPS = 12;
/** Weaker lines cannot be seen; among those of MANY words none below FAINT that is not in the light. */
const LEAST = 0.015;
const MANY = 24;
const FAINT = 0.05;
const WIDEST = 11;

/** The height of a row and the size of its words. */
const rowOf = (count: number) =>
  count <= 12 ? ([24, 14] as const) : count <= 24 ? ([22, 12.5] as const) : ([14, 10] as const);

/** From (x, y) to (endX, endY), level at both ends. */
const curve = (x: number, y: number, endX: number, endY: number): PathShape["points"] =>
  Array.from({ length: STEPS + 1 }, (_, i) => {
    const t = i / STEPS;
    return [x + (endX - x) * t, y + (endY - y) * t * t * (3 - 2 * t)] as const;
  });

/**
 * @param weights [n×n], a row for each query
 * @param query the word in the light, from 0
 * @param titles of the words as queries and of those as keys
 */
export function linesPicture(
  words: readonly string[],
  weights: Matrix,
  query: number,
  side: "unscaled" | "scaled",
  titles: readonly [string, string],
): PictureMaker {
  return (width, palette, textWidth) => {
    const [pitch, size] = rowOf(words.length);
    const shares = textWidth(".00", size - 2) + 8;
    const most = Math.max(...words.map((word) => textWidth(word, size, true)));
    const label = Math.min(most, width * 0.27);
    const [from, to] = [label + 12, width - label - 12 - shares];
    const cut = cutApart(words, label, size, (word, at) => textWidth(word, at, true));
    const middle = (row: number) => TOP + (row + 0.5) * pitch;
    const entry = (row: number, col: number) => weights.data[row * weights.cols + col] ?? 0;
    const line = (row: number, col: number): Shape[] => {
      const value = entry(row, col);
      const lit = row === query;
      if (value < (lit || words.length <= MANY ? LEAST : FAINT)) return [];
      return [
        {
          ...{ kind: "path", points: curve(from, middle(row), to, middle(col)) },
          ...{ stroke: palette[side], strokeWidth: 0.75 + value * (lit ? WIDEST : WIDEST / 2) },
          opacity: lit ? 0.35 + 0.65 * value : 0.16 * Math.min(1, value * 2 + 0.2),
        },
      ];
    };
    const all = words.map((_, i) => i);
    const rows = [...all.filter((row) => row !== query), query];
    return {
      width,
      height: Math.ceil(TOP + words.length * pitch + 6),
      shapes: [
        {
          kind: "rect",
          x: 0,
          y: middle(query) - pitch / 2,
          width: label + 6,
          height: pitch,
          radius: 5,
          fill: palette.hairline,
        },
        ...rows.flatMap((row) => all.flatMap((col) => line(row, col))),
        ...all.flatMap((row) => wordShapes(row)),
        ...titleShapes(palette, titles, label, to, width, shares),
      ],
      areas: all.map((row) => ({
        ...{ id: String(row + 1), x: 0, y: middle(row) - pitch / 2 },
        ...{ width: from + (to - from) / 2, height: pitch },
      })),
    };

    function wordShapes(row: number): Shape[] {
      const style = { kind: "text", y: middle(row) + size * 0.35, size, words: true } as const;
      const text = cut[row] ?? "";
      const share = entry(query, row);
      const { ink, muted } = palette;
      const asks = row === query;
      const answers = share >= 0.2;
      const shapes: Shape[] = [
        { ...style, x: label, text, align: "right", bold: asks, fill: asks ? ink : muted },
        { ...style, x: to + 12, text, bold: answers, fill: share >= 0.05 ? ink : muted },
      ];
      if (share >= 0.005)
        shapes.push({
          ...{ ...style, x: width - 2, text: weight(share), size: size - 2, align: "right" },
          fill: palette[side],
        });
      return shapes;
    }
  };
}

function titleShapes(
  { muted }: Palette,
  [asks, asked]: readonly [string, string],
  label: number,
  to: number,
  width: number,
  shares: number,
): Shape[] {
  const style = { kind: "text", y: 14, size: 11.5, fill: muted } as const;
  const space = width - to - shares;
  return [
    { ...style, x: 0, text: asks },
    label < space
      ? { ...style, x: width - 2, text: asked, align: "right" }
      : { ...style, x: to + 12, text: asked },
  ];
}
