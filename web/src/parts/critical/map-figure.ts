/** The map of Σy² over d and n, whose cells can be pointed at. */

import { chartPicture, layoutChart } from "../../draw/chart.js";
import { type Chart, line, note, zip } from "../../draw/marks.js";
import type { Figure } from "../../part-kit/figure.js";
import { dimAxis, keysAxis, type Palette, type PartView } from "../../part-kit/part-view.js";
import type { en } from "../../text/en/critical.js";
import { weight } from "../../text/numbers.js";
import { COUNTS, DIMS } from "./participation.js";

type View = Pick<PartView<typeof en>, "text" | "common">;

/** Edges of the cells: halfway between neighbours on a logarithmic axis, and as far outside the first and the last. */
function edgesOf(centres: readonly number[]): number[] {
  const between = centres.slice(1).map((centre, i) => Math.sqrt(centre * (centres[i] ?? 1)));
  const [first = 1, last = 1] = [centres[0], centres.at(-1)];
  return [first ** 2 / (between[0] ?? 1), ...between, last ** 2 / (between.at(-1) ?? 1)];
}
const [X_EDGES, Y_EDGES] = [edgesOf(DIMS), edgesOf(COUNTS)];

export interface Cell {
  readonly dim: number;
  readonly keys: number;
}
export const cellId = ({ dim, keys }: Cell): string => `${dim} ${keys}`;
export function cellOf(id: string): Cell {
  const [dim = 0, keys = 0] = id.split(" ").map(Number);
  return { dim, keys };
}

/** The entry that is nearest by its logarithm. */
const nearest = (list: readonly number[], value: number): number =>
  list.reduce((best, one) =>
    Math.abs(Math.log(one / value)) < Math.abs(Math.log(best / value)) ? one : best,
  );
export const nearestCell = ({ dim, keys }: Cell): Cell => ({
  dim: nearest(DIMS, dim),
  keys: nearest(COUNTS, keys),
});

export const measuredAt = (mean: Float64Array, { dim, keys }: Cell): number =>
  mean[DIMS.indexOf(dim) * COUNTS.length + COUNTS.indexOf(keys)] ?? 0;

/** The question of the part tells that there are so many keys, and asks about more. */
export const KNOWN = 512;

/** n on the line d = 2 ln n. */
const onLine = (dim: number) => Math.exp(dim / 2);

function mapChart(
  { common }: View,
  palette: Palette,
  mean: Float64Array,
  cell: Cell,
  waits: boolean,
): Chart {
  const { weights, unscaled } = palette;
  const drawn = waits ? COUNTS.filter((keys) => keys <= KNOWN) : COUNTS;
  const at = (column: number, row: number) =>
    measuredAt(mean, { dim: DIMS[column] ?? 0, keys: COUNTS[row] ?? 0 });
  const ends = [X_EDGES, Y_EDGES].map((edges) => [edges[0] ?? 1, edges.at(-1) ?? 1] as const);
  const [[left, right], [low, high]] = ends as [Chart["x"]["domain"], Chart["y"]["domain"]];
  const steps = Array.from({ length: 41 }, (_, i) => 2 * Math.log(low) + (i / 40) * 20);
  const numbers = DIMS.flatMap((dim, column) =>
    // The baseline of a number lies below the middle of its cell.
    drawn.map((keys, row) =>
      note(weight(at(column, row)), [dim, keys / 1.17], weights.inkAt(at(column, row)), {
        align: "center",
      }),
    ),
  );
  const [column, row] = [DIMS.indexOf(cell.dim), COUNTS.indexOf(cell.keys)];
  const [x0 = 1, x1 = 1] = X_EDGES.slice(column);
  const [y0 = 1, y1 = 1] = Y_EDGES.slice(row);
  const frame = [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
    [x0, y0],
  ] as const;
  return {
    x: dimAxis([left, right]),
    y: keysAxis(common.keys, [low, high]),
    height: 330,
    marks: [
      {
        ...{ kind: "fields", xEdges: X_EDGES, yEdges: Y_EDGES },
        fill: (column, row) => (row < drawn.length ? weights.at(at(column, row)) : null),
      },
      line(zip(steps, steps.map(onLine)), unscaled, { width: 3 }),
      note("d = 2 ln n", [16, 27000], unscaled, { align: "right", bold: true }),
      ...numbers,
      line(frame, unscaled, { width: 2.5 }),
    ],
  };
}

/** The chart with an area for each cell. Told whether to leave out what the question of the part asks about. */
export const mapPicture =
  (view: View, mean: Float64Array, cell: Cell): NonNullable<Figure["picture"]> =>
  (width, palette, textWidth, waits) => {
    const make = (colors: Palette) => mapChart(view, colors, mean, cell, waits);
    const { toX, toY } = layoutChart(make(palette), width, textWidth);
    const [xs, ys] = [X_EDGES.map(toX), Y_EDGES.map(toY)];
    const areas = DIMS.flatMap((dim, i) =>
      COUNTS.map((keys, j) => {
        const [x = 0, right = 0, bottom = 0, y = 0] = [xs[i], xs[i + 1], ys[j], ys[j + 1]];
        return { id: cellId({ dim, keys }), x, y, width: right - x, height: bottom - y };
      }),
    );
    return { ...chartPicture(make)(width, palette, textWidth), areas };
  };
