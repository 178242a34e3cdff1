/** The shapes of all matrices: which sides are n, d_model, d_k and d_v, and which of them a score sums over. */
import type { Palette } from "../../draw/palette.js";
import type { PictureMaker } from "../../draw/picture-figure.js";
import type { Shape, TextWidth } from "../../draw/scene.js";
import { typeset } from "../../draw/typeset.js";

export interface Sizes {
  readonly n: number;
  readonly model: number;
  readonly dk: number;
  readonly dv: number;
}

type Side = keyof Sizes;
type Block = readonly [name: string, rows: Side, cols: Side];

/** Each line is a product: two factors and the result, with what happens to it. */
const LINES: readonly (readonly [Block, Block, Block, string])[] = [
  [["X", "n", "model"], ["W^Q", "model", "dk"], ["Q", "n", "dk"], ""],
  [["X", "n", "model"], ["W^K", "model", "dk"], ["K", "n", "dk"], ""],
  [["X", "n", "model"], ["W^V", "model", "dv"], ["V", "n", "dv"], ""],
  [["Q", "n", "dk"], ["Kᵀ", "dk", "n"], ["QKᵀ", "n", "n"], "root"],
  [["softmax", "n", "n"], ["V", "n", "dv"], ["Z", "n", "dv"], ""],
];

/** The room of a sign, and before each block that of the number of its rows. */
const SIGN = 24;
const NUMBER = 30;
const LEAST = 40;
const LABEL = 16;
const NARROW = 300;

/** The length of a side: equal factors take equal distances. */
const lengthOf = (size: number, most: number) =>
  Math.min(LEAST, most) + (Math.log2(size) / 10) * Math.max(0, most - LEAST);

export function shapesPicture(sizes: Sizes): PictureMaker {
  return (width, palette, textWidth) => {
    const columns = width < 620 ? 1 : 2;
    const narrow = width < NARROW;
    const most = narrow
      ? (width - SIGN - 2 * NUMBER) / 2
      : Math.min(88, (width / columns - 68 - 2 * SIGN - 3 * NUMBER) / 3);
    const shapes: Shape[] = [];
    let height = 0;
    const halves = columns === 1 ? [LINES] : [LINES.slice(0, 3), LINES.slice(3)];
    for (const [at, lines] of halves.entries()) {
      let y = 6;
      for (const line of lines) {
        const [a, b, c, after] = line;
        // On a narrow page the result stands below its factors.
        const rows = narrow ? [[a, b], [c]] : [[a, b, c]];
        const highest = (blocks: readonly Block[]) =>
          Math.max(...blocks.map(([, side]) => lengthOf(sizes[side], most)));
        let x = 0;
        let middle = 0;
        for (const blocks of rows) {
          const high = highest(blocks);
          middle = y + LABEL + high / 2;
          x = at * (width / columns);
          for (const block of blocks) {
            if (block !== a) {
              const sign = {
                kind: "text",
                size: 18,
                align: "center",
                fill: palette.muted,
              } as const;
              shapes.push({
                ...sign,
                x: x + SIGN / 2,
                y: middle + 6,
                text: block === b ? "·" : "=",
              });
              x += SIGN;
            }
            x += NUMBER;
            x += blockShapes(shapes, block, x, middle, most, sizes, palette, textWidth);
          }
          y += high + 2 * LABEL;
        }
        if (after === "root") {
          const text = `÷ √${sizes.dk}`;
          const root = { kind: "text", size: 15, bold: true, fill: palette.scaled } as const;
          shapes.push(...typeset({ ...root, x: x + 10, y: middle + 5, text }, textWidth));
        }
        y += 6;
      }
      height = Math.max(height, y);
    }
    return { width, height: Math.ceil(height), shapes };
  };
}

/** @returns the width that it takes */
function blockShapes(
  shapes: Shape[],
  [name, rows, cols]: Block,
  x: number,
  middle: number,
  most: number,
  sizes: Sizes,
  palette: Palette,
  textWidth: TextWidth,
): number {
  const [wide, high] = [lengthOf(sizes[cols], most), lengthOf(sizes[rows], most)];
  const top = middle - high / 2;
  const fill = palette.weights.at(0.12);
  const { hairline, ink, muted, scaled } = palette;
  shapes.push({
    ...{ kind: "rect", x, y: top, width: wide, height: high, radius: 3 },
    ...{ fill, stroke: hairline },
  });
  // The sides that a score sums over.
  const edge = { kind: "path", stroke: scaled, strokeWidth: 3 } as const;
  if (cols === "dk")
    shapes.push({
      ...edge,
      points: [
        [x, top],
        [x + wide, top],
      ],
    });
  if (rows === "dk")
    shapes.push({
      ...edge,
      points: [
        [x, top],
        [x, top + high],
      ],
    });
  // A raised letter after the "^".
  const [base = "", raised] = name.split("^");
  const fits = textWidth(base, 14) + (raised === undefined ? 4 : 14) <= wide;
  const size = fits ? 14 : 10.5;
  const title = {
    kind: "text",
    x: x + wide / 2,
    y: middle + 0.35 * size,
    align: "center",
  } as const;
  shapes.push(...typeset({ ...title, size, text: base, fill: ink }, textWidth));
  if (raised !== undefined) {
    const at = x + wide / 2 + textWidth(base, size, false, true) / 2 + 2;
    const sup = { ...title, x: at, y: middle - 0.05 * size, align: "left" } as const;
    shapes.push({ ...sup, size: size * 0.7, text: raised, fill: ink });
  }
  const small = { kind: "text", size: 10.5, align: "center" } as const;
  const color = (side: Side) => (side === "dk" ? scaled : muted);
  shapes.push({
    ...small,
    x: x + wide / 2,
    y: top - 5,
    text: String(sizes[cols]),
    fill: color(cols),
  });
  shapes.push({
    ...{ ...small, x: x - 5, y: middle + 3.5, text: String(sizes[rows]), align: "right" },
    fill: color(rows),
  });
  return wide;
}
