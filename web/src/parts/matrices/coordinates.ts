/** The figures whose columns are coordinates: the word vectors X and the outputs Z. */
import { html, nothing, type TemplateResult } from "lit";
import type { SentenceAttention } from "../../attention/sentence-attention.js";
import { heatmapExport } from "../../draw/figure-export.js";
import { type Heatmap, largestOf } from "../../draw/heatmap.js";
import { coordinates } from "../../draw/table.js";
import type { Matrix } from "../../engine/api.js";
import { exportButton } from "../../page/export-button.js";
import { inputsOf } from "../../page/inputs.js";
import type { FigureName, Page } from "../../page/page.js";
import { foldedTable, tableSummary } from "../../ui/matrix-table.js";
import { typeset } from "../../ui/rich.js";
import { matrixAlone, numbers, plainCanvas, told } from "./first.js";

type Name = Extract<FigureName, "x" | "unscaledOutput" | "scaledOutput">;

/** Their heat maps. */
export function coordinateMaps(result: SentenceAttention): Record<Name, Heatmap> {
  const map = (matrix: Matrix, largest: number): Heatmap => ({
    matrix,
    rowLabels: result.queryWords,
    colLabels: coordinates(matrix.cols),
    scale: { kind: "signed", largest },
  });
  const { output: without } = result.unscaled;
  const { output: withIt } = result.scaled;
  // One scale for both outputs, so that they can be compared.
  const largest = largestOf(without, withIt);
  return {
    x: map(result.x, largestOf(result.x)),
    unscaledOutput: map(without, largest),
    scaledOutput: map(withIt, largest),
  };
}

/** The word vectors, or one of the outputs, as a picture with its table. */
export function coordinateFigure(page: Page, name: Name): TemplateResult | typeof nothing {
  const { attention, text, surroundings, state } = page;
  const { result } = attention;
  if (result === null) return nothing;
  const tableName = text.matrices.tables[name];
  const side = ({ x: "", unscaledOutput: "unscaled", scaledOutput: "scaled" } as const)[name];
  const title = side === "" ? tableName : text.output[side];
  const matrixOf = (answer: SentenceAttention) => (side === "" ? answer.x : answer[side].output);
  // In the worked example the table of X is the editor above.
  const elsewhere = name === "x" && state.vectors === "example" && state.figure === "";
  const tableOf = (answer: SentenceAttention) => {
    const matrix = matrixOf(answer);
    return numbers(page, tableName, matrix, answer, coordinates(matrix.cols));
  };
  const answer = elsewhere ? null : page.tables.of(name);
  const table = answer && tableOf(answer);
  page.download.offer({
    id: name,
    part: "matrices",
    exported: {
      title: tableName,
      alt: `${tableName}: ${text.vectors.picture(result.x.cols, result.request.dim)}`,
      // The numbers of the picture; the table on the page is filled later.
      tables: [tableOf(result)],
      scene: heatmapExport(() => coordinateMaps(result)[name]),
    },
    inputs: inputsOf(page, result.request),
    told: told(page, result),
  });
  return html`<figure part="figure" class=${side}>
    <figcaption part="title">
      <h3>${typeset(title)}</h3>
      <span>${text.vectors.picture(result.x.cols, result.request.dim)}</span>
    </figcaption>
    ${plainCanvas(page, name, tableName)}
    <div class="below">${foldedTable(tableSummary(text), table, surroundings.printing)} ${exportButton(page, name, tableName)}</div>
  </figure>`;
}

const NAMES: readonly string[] = ["x", "unscaledOutput", "scaledOutput"] satisfies Name[];

/** A figure of the matrices alone, by its id. */
export const matricesFigure = (page: Page, id: string): TemplateResult | typeof nothing =>
  NAMES.includes(id)
    ? coordinateFigure(page, id as Name)
    : matrixAlone(page, id as Parameters<typeof matrixAlone>[1]);
