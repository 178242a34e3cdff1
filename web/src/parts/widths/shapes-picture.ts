/** The shapes of all matrices: which sides are n, d_model, d_k and d_v, and which of them a score sums over. */
import { type Sketch, sketched } from "../../draw/sketch.js";

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

export function shapesPicture(sizes: Sizes) {
  return sketched((sketch) => {
    const { width, palette } = sketch;
    const columns = width < 620 ? 1 : 2;
    const narrow = width < NARROW;
    const most = narrow
      ? (width - SIGN - 2 * NUMBER) / 2
      : Math.min(88, (width / columns - 68 - 2 * SIGN - 3 * NUMBER) / 3);
    let height = 0;
    const halves = columns === 1 ? [LINES] : [LINES.slice(0, 3), LINES.slice(3)];
    for (const [at, lines] of halves.entries()) {
      let y = 6;
      for (const [a, b, c, after] of lines) {
        // On a narrow page the result stands below its factors.
        const rows = narrow ? [[a, b], [c]] : [[a, b, c]];
        let x = 0;
        let middle = 0;
        for (const blocks of rows) {
          const high = Math.max(...blocks.map(([, side]) => lengthOf(sizes[side], most)));
          middle = y + LABEL + high / 2;
          x = at * (width / columns);
          for (const block of blocks) {
            if (block !== a) {
              const sign = block === b ? "·" : "=";
              sketch.text(sign, x + SIGN / 2, middle + 6, { size: 18, align: "center" });
              x += SIGN;
            }
            x += NUMBER;
            x += drawBlock(sketch, block, x, middle, most, sizes);
          }
          y += high + 2 * LABEL;
        }
        const root = { size: 15, bold: true, fill: palette.scaled };
        if (after === "root") sketch.math(`÷ √${sizes.dk}`, x + 10, middle + 5, root);
        y += 6;
      }
      height = Math.max(height, y);
    }
    return height;
  });
}

/** @returns the width that it takes */
function drawBlock(
  sketch: Sketch,
  [name, rows, cols]: Block,
  x: number,
  middle: number,
  most: number,
  sizes: Sizes,
): number {
  const { hairline, ink, muted, scaled, weights } = sketch.palette;
  const [wide, high] = [lengthOf(sizes[cols], most), lengthOf(sizes[rows], most)];
  const top = middle - high / 2;
  const corner = [x, top] as const;
  const block = { x, y: top, width: wide, height: high };
  sketch.rect(block, { radius: 3, fill: weights.at(0.12), stroke: hairline });
  // The sides that a score sums over.
  const edge = { stroke: scaled, strokeWidth: 3 };
  if (cols === "dk") sketch.line(corner, [x + wide, top], edge);
  if (rows === "dk") sketch.line(corner, [x, top + high], edge);
  // A raised letter after the "^".
  const [base = "", raised] = name.split("^");
  const fits = sketch.textWidth(base, 14) + (raised === undefined ? 4 : 14) <= wide;
  const size = fits ? 14 : 10.5;
  const center = x + wide / 2;
  sketch.math(base, center, middle + 0.35 * size, { size, align: "center", fill: ink });
  if (raised !== undefined) {
    const at = center + sketch.textWidth(base, size, false, true) / 2 + 2;
    sketch.text(raised, at, middle - 0.05 * size, { size: size * 0.7, fill: ink });
  }
  const number = (side: Side, at: number, y: number, align: "center" | "right") => {
    const fill = side === "dk" ? scaled : muted;
    sketch.text(String(sizes[side]), at, y, { size: 10.5, align, fill });
  };
  number(cols, center, top - 5, "center");
  number(rows, x - 5, middle + 3.5, "right");
  return wide;
}
