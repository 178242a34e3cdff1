/** A matrix as a heat map, and the same numbers as its table, with the same labels. */
import type { TemplateResult } from "lit";
import type { Heatmap, Highlight } from "../draw/heatmap.js";
import type { Palette } from "../draw/palette.js";
import type { FigureEvents } from "../draw/scene-figure.js";
import type { MatrixTable } from "../draw/table.js";
import type { Matrix } from "../engine/api.js";
import type { Cell } from "../state/state.js";
import { type Figure, figure } from "./figure.js";
import type { PartView, Words } from "./part-view.js";

interface MatrixFigure extends Omit<Figure, "drawing" | "tables"> {
  /** The names of the drawing and of the table, and what the drawing shows. */
  readonly name: string;
  readonly table: string;
  readonly alt: string;
  readonly matrix: Matrix;
  readonly rowLabels: readonly string[];
  /** Without them those of the rows. */
  readonly colLabels?: readonly string[];
  /** Of the row headers; without it that of words. */
  readonly corner?: string;
  /** The largest absolute number of the scale; without it the entries are weights. */
  readonly largest?: number;
  readonly largestPitch?: number;
  /** What stands beside the rows. */
  readonly rows?: (palette: Palette) => NonNullable<Heatmap["rows"]>;
  readonly pointing?: FigureEvents<Cell> & { readonly highlight: Highlight };
  /** The heat map that scrolls along with it. */
  readonly twin?: string | undefined;
  /** What the table shows instead, which does not follow a slider within a frame. */
  readonly settled?: Pick<MatrixTable, "matrix" | "rowLabels" | "colLabels">;
}

/** Weights of words as a table. */
export const weightsTable = (
  { page }: PartView<Words>,
  name: string,
  matrix: Matrix,
  rowLabels: readonly string[],
  colLabels = rowLabels,
): MatrixTable => ({
  ...{ name, matrix, rowLabels, colLabels },
  corner: page.text.matrices.corner,
});

export function matrixFigure(view: PartView<Words>, shown: MatrixFigure): TemplateResult {
  const { name, table, alt, matrix, rowLabels, colLabels = rowLabels, settled } = shown;
  const { corner, largest, largestPitch, rows, pointing, twin, ...figured } = shown;
  const scale =
    largest === undefined ? { kind: "weights" as const } : { kind: "signed" as const, largest };
  const heatmap = (palette: Palette): Heatmap => ({
    ...{ matrix, rowLabels, colLabels, scale },
    ...(largestPitch && { largestPitch }),
    ...(rows && { rows: rows(palette) }),
  });
  const deps = [matrix, largest, ...rowLabels, ...colLabels];
  return figure(view, {
    ...figured,
    drawing: view.heatmap(name, alt, deps, heatmap, pointing, twin),
    tables: {
      ...weightsTable(view, table, matrix, rowLabels, colLabels),
      ...settled,
      ...(corner && { corner }),
    },
  });
}
