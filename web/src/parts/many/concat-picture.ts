/** Concat(Z₁ … Z_h) · W^O = output, their first columns, with the heads told apart. */
import { firstColumns } from "../../attention/sentence-attention.js";
import { gapOf, gridShapes, signedRamp } from "../../draw/grid.js";
import { largestOf } from "../../draw/heatmap.js";
import type { PictureMaker } from "../../draw/picture-figure.js";
import { ellipsize, type Shape } from "../../draw/scene.js";
import { typeset } from "../../draw/typeset.js";
import type { Matrix } from "../../engine/api.js";
import type { Concat } from "./concat.js";

/** How many columns, and rows of W^O, are drawn. */
export const DRAWN = 64;

const LABEL = 66;
const SIGN = 30;
const TITLE = 40;
/** The same without the numbers of heads. */
const LINE = 28;
const PITCH = 16;
/** The most that a square matrix takes. */
const HIGHEST = 420;
const NARROW = 760;

const firstRows = ({ cols, data }: Matrix, rows: number): Matrix => ({
  rows,
  cols,
  data: data.slice(0, rows * cols),
});

/**
 * @param heads how many there are
 * @param head the one in the light, from 0
 * @param query the word in the light, from 0
 * @param name of the output
 */
export function concatPicture(
  { words, concatenated, wo, output }: Concat,
  heads: number,
  head: number,
  query: number,
  name: string,
): PictureMaker {
  const dim = wo.rows;
  const cols = Math.min(DRAWN, dim);
  const blocks = [
    { title: "Concat(Z₁ … Zₕ)", matrix: firstColumns(concatenated, cols), ofWords: true },
    { title: "Wᴼ", matrix: firstRows(firstColumns(wo, cols), cols), ofWords: false },
    { title: name, matrix: firstColumns(output, cols), ofWords: true },
  ];
  return (width, palette, textWidth) => {
    const { ink, muted } = palette;
    const stacked = width < NARROW;
    const room = stacked ? width - LABEL : width - LABEL - 2 * SIGN;
    const pitch = Math.min(PITCH, HIGHEST / cols, room / (stacked ? cols : 3 * cols));
    const gap = gapOf(pitch);
    const shapes: Shape[] = [];
    const over: Shape[] = [];
    let [x, y] = [LABEL, TITLE];
    let height = 0;
    for (const [at, { title, matrix, ofWords }] of blocks.entries()) {
      const grid = { matrix, x, y, pitch };
      shapes.push(...gridShapes({ ...grid, ...signedRamp(palette, largestOf(matrix)) }));
      const wide = matrix.cols * pitch - gap;
      const label = { kind: "text", size: 13, fill: ink } as const;
      over.push(
        ...typeset(
          { ...label, x, y: y - (stacked && at > 0 ? 8 : TITLE - 14), text: title },
          textWidth,
        ),
      );
      const outline = { kind: "rect", stroke: ink, radius: 2 } as const;
      if (ofWords) {
        const row = { ...outline, x: x - 1.5, y: y + query * pitch - 1.5, strokeWidth: 1 };
        over.push({ ...row, width: wide + 3, height: pitch - gap + 3 });
      }
      if (ofWords && (stacked || at === 0))
        over.push(
          ...words.flatMap((word, i): Shape[] => {
            const lit = i === query;
            if (!lit && pitch < 11 && i % Math.ceil(11 / pitch) !== 0) return [];
            if (!lit && pitch < 11 && Math.abs(i - query) * pitch < 11) return [];
            return [
              {
                ...{ kind: "text", x: LABEL - 8, y: y + (i + 0.5) * pitch + 3.5, size: 11 },
                text: ellipsize(word, LABEL - 10, 11, textWidth),
                ...{ align: "right", bold: lit, fill: lit ? ink : muted, words: true },
              },
            ];
          }),
        );
      if (at === 0) {
        const own = dim / heads;
        for (let i = 0; i * own < cols; i += 1) {
          const from = x + i * own * pitch;
          const to = Math.min(x + wide, from + own * pitch - Math.max(1, gap));
          const lit = i === head;
          const line = {
            kind: "path",
            strokeWidth: lit ? 3 : 1.5,
            stroke: lit ? ink : muted,
          } as const;
          over.push({
            ...line,
            points: [
              [from, y - 6],
              [to, y - 6],
            ],
          });
          if (to - from > 12)
            over.push({
              ...{ kind: "text", x: (from + to) / 2, y: y - 10, size: 10, align: "center" },
              ...{ text: String(i + 1), bold: lit, fill: lit ? ink : muted },
            });
        }
      }
      height = Math.max(height, y + matrix.rows * pitch + 4);
      if (stacked) y += matrix.rows * pitch + LINE;
      else {
        if (at < 2)
          over.push({
            ...{ kind: "text", x: x + wide + SIGN / 2, y: y + 10, size: 17, align: "center" },
            ...{ text: at === 0 ? "·" : "=", fill: muted },
          });
        x += matrix.cols * pitch + SIGN;
      }
    }
    return { width, height: Math.ceil(height), shapes: [...shapes, ...over] };
  };
}
