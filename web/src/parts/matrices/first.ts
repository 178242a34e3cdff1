/** The matrices of the first screen: scores, attention without and with the division, the finding, one cell's arithmetic. */
import { html, mathml, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { ref } from "lit/directives/ref.js";
import type { SentenceAttention } from "../../attention/sentence-attention.js";
import { type FigureExport, heatmapExport } from "../../draw/figure-export.js";
import { type Heatmap, largestOf } from "../../draw/heatmap.js";
import type { Palette } from "../../draw/palette.js";
import { sideBySide } from "../../draw/side-by-side.js";
import { type MatrixTable, tableOf } from "../../draw/table.js";
import type { Matrix } from "../../engine/api.js";
import { anchorId, sectionLink } from "../../page/anchor.js";
import { exportButton } from "../../page/export-button.js";
import { inputsOf } from "../../page/inputs.js";
import type { Told } from "../../page/offered.js";
import type { FigureName, Page, ROWS } from "../../page/page.js";
import { START } from "../../state/state.js";
import { findingOf } from "../../text/finding.js";
import { fixed, shownPower, significant } from "../../text/numbers.js";
import { plainText } from "../../text/rich.js";
import { foldedTable, tableSummary } from "../../ui/matrix-table.js";
import { rampLegend } from "../../ui/ramp-legend.js";
import { formula, richText, typeset } from "../../ui/rich.js";
import { arithmetic } from "./arithmetic.js";
import { weightsHeatmap } from "./weights-heatmap.js";

type MatrixName = "scores" | "unscaled" | "scaled";

const matrixOf = (result: SentenceAttention, name: MatrixName): Matrix =>
  name === "scores" ? result.scores : result[name].weights;

/** The heat maps, for the page to draw. */
export function matricesMaps(
  { palette, text }: Pick<Page, "palette" | "text">,
  result: SentenceAttention,
): Record<MatrixName, Heatmap> {
  const { queryWords, keyWords } = result;
  return {
    scores: {
      matrix: result.scores,
      rowLabels: queryWords,
      colLabels: keyWords,
      scale: { kind: "signed", largest: largestOf(result.scores) },
    },
    unscaled: weightsHeatmap(result, result.unscaled, palette.unscaled, text),
    scaled: weightsHeatmap(result, result.scaled, palette.scaled, text),
  };
}

/** The numbers of the weights' rows without the weights, for a narrow page. */
export function rowsLists(
  page: Pick<Page, "palette" | "text">,
  result: SentenceAttention,
): Record<(typeof ROWS)[number], Heatmap> {
  const { unscaled, scaled } = matricesMaps(page, result);
  const matrix = { rows: result.queryWords.length, cols: 0, data: new Float64Array() };
  return {
    unscaledRows: { ...unscaled, matrix, colLabels: [] },
    scaledRows: { ...scaled, matrix, colLabels: [] },
  };
}

/** A canvas for a figure of the page whose cells cannot be pointed at. */
export const plainCanvas = (page: Page, name: FigureName, label: string): TemplateResult =>
  html`<div class="picture">
    <canvas role="img" aria-label=${label} ${ref(page.figures.of(name).attach)}></canvas>
  </div>`;

/** A canvas whose cells can be pointed at by pointer and by the keys that the label names. Both matrices of weights move together. */
function picture(page: Page, name: MatrixName, label: string): TemplateResult {
  const figure = page.figures.of(name);
  const other = { scores: null, unscaled: "scaled", scaled: "unscaled" } as const;
  const scrolled = () => {
    const place = figure.scrolled();
    const twin = other[name];
    if (place !== null && twin !== null) page.figures.of(twin).moveTo(place);
  };
  return html`<div class="picture" @scroll=${scrolled}>
    <canvas
      tabindex="0"
      role="application"
      aria-roledescription="matrix"
      aria-label=${label}
      ${ref(figure.attach)}
    ></canvas>
  </div>`;
}

/** softmax(QKᵀ / √64), with the present divisor. */
function scaledTitle({ request }: SentenceAttention): TemplateResult {
  const { dim, exponent } = request;
  return html`<math>
    <mrow>
      <mi mathvariant="normal">softmax</mi>
      <mo stretchy="false">(</mo>
      <mi class="term-q">Q</mi>
      <msup class="term-k"><mi>K</mi><mo>⊤</mo></msup>
      <mo>/</mo>
      ${exponent === 0.5 ? rootOf(dim) : powerOf(dim, exponent)}
      <mo stretchy="false">)</mo>
    </mrow>
  </math>`;
}

const rootOf = (dim: number) => mathml`<msqrt class="term-d"><mn>${dim}</mn></msqrt>`;
const powerOf = (dim: number, exponent: number) =>
  mathml`<msup class="term-d"><mn>${dim}</mn><mn>${shownPower(exponent)}</mn></msup>`;

function legend({ palette, text: { matrices: text } }: Page, count: number): TemplateResult {
  const note = text.entropyNote(count, fixed(Math.log(count), 2));
  return rampLegend(palette.weights, "ramp", ["0", "1"], text.legendWeights, note);
}

const scoresLegend = ({ palette }: Page, largest: number): TemplateResult =>
  rampLegend(palette.scores, "ramp short", [significant(-largest, 3), significant(largest, 3)]);

function caption(page: Page, result: SentenceAttention): TemplateResult {
  const { text, state } = page;
  // The note on the seed is true of this one state. Its link leads to a section of the whole page.
  const keys = ["sentence", "dim", "seed", "vectors", "projections", "view"] as const;
  const ordinary = keys.every((key) => state[key] === START[key]) && page.shows("text");
  const { part } = page.figures.of("unscaled");
  const count = result.keyWords.length;
  const { highlight } = page.pointer;
  const held = highlight.kind === "locked" ? highlight : undefined;
  return html`<div class="finding">
    ${part === undefined ? nothing : html`<p class="note seen">${text.matrices.part(part.rows, part.cols, count)}</p>`}
    <p part="finding" class="caption" aria-live=${state.cell === null ? "polite" : "off"}>${richText(text.matrices.caption(findingOf(result, held)))}</p>
    ${
      ordinary && held === undefined
        ? html`<p class="note seed-note">
            ${richText(text.matrices.seed)} ${sectionLink(page, "numbers", text.matrices.seedLink)}
          </p>`
        : nothing
    }
  </div>`;
}

/** The table of a matrix with a row for each word of the queries, and a column for each word of the keys or of `colLabels`. */
export const numbers = (
  { text }: Page,
  name: string,
  matrix: Matrix,
  { queryWords, keyWords }: Pick<SentenceAttention, "queryWords" | "keyWords">,
  colLabels = keyWords,
): MatrixTable => ({
  name,
  matrix,
  rowLabels: queryWords,
  colLabels,
  corner: text.matrices.corner,
});

/** What is said of the figures where they are taken away. */
export const told = ({ text: { matrices } }: Page, result: SentenceAttention): Told => ({
  heading: matrices.heading,
  text: [[matrices.scoresOf], matrices.caption(findingOf(result))],
  formulas: ["attentionDisplay"],
});

/** Offers both matrices side by side, and each picture, for export. */
function offer(page: Page, result: SentenceAttention): void {
  const { text } = page;
  const { tables, unscaled: unscaledName, scaled: scaledName, scoresOf } = text.matrices;
  const { exponent } = result.request;
  const maps = (palette: Palette) => matricesMaps({ palette, text }, result);
  const finding = plainText(text.matrices.caption(findingOf(result)));
  const part = "matrices";
  const inputs = inputsOf(page, result.request);
  const table = (id: MatrixName) => numbers(page, tables[id], matrixOf(result, id), result);
  const scene: FigureExport["scene"] = (width, palette, textWidth) => {
    const { unscaled, scaled } = maps(palette);
    return sideBySide(width, palette, textWidth, [
      { title: unscaledName, color: palette.unscaled, heatmap: unscaled },
      { title: scaledName(exponent), color: palette.scaled, heatmap: scaled },
    ]);
  };
  const both = [table("unscaled"), table("scaled")];
  const exported = { title: text.export.matrices, alt: finding, finding, tables: both, scene };
  const said = { part, inputs, told: told(page, result) } as const;
  page.download.offer({ id: "weights", exported, ...said });
  for (const id of ["scores", "unscaled", "scaled"] as const) {
    const title = tables[id];
    const alt = `${title}: ${id === "scores" ? scoresOf : finding}`;
    const scene = heatmapExport((palette) => maps(palette)[id]);
    page.download.offer({ id, exported: { title, alt, tables: [table(id)], scene }, ...said });
  }
}

/** One matrix with its title and table. */
function figure(page: Page, result: SentenceAttention, id: MatrixName): TemplateResult {
  const { text, state } = page;
  const { matrices: words } = text;
  const alt = words.picture(words.tables[id], result.keyWords.length);
  const canvas = picture(page, id, `${alt} ${text.moving}`);
  const [title, name] = {
    unscaled: [words.unscaled, formula("unscaledTitle")] as const,
    scaled: [words.scaled(state.exponent), scaledTitle(result)] as const,
    scores: [words.scores, formula("scoresTitle")] as const,
  }[id];
  const answer = page.tables.of(id);
  const table = answer && numbers(page, words.tables[id], matrixOf(answer, id), answer);
  const scores = () => html`<div class="beside">
    ${canvas}
    <div class="reading">
      <p class="note">${typeset(words.scoresOf)}</p>
      ${scoresLegend(page, largestOf(result.scores))}
    </div>
  </div>`;
  return html`<figure part="figure" class=${id}>
    <figcaption part="title">
      <h3>${typeset(title)}</h3>
      <span class="formula">${name}</span>
    </figcaption>
    ${id === "scores" ? scores() : canvas}
    <div class="below">${foldedTable(tableSummary(text, id === "scores" ? undefined : words.weights), table, page.surroundings.printing)} ${exportButton(page, id, words.tables[id])}</div>
  </figure>`;
}

/** The section of the matrices, with some of them. */
function section(page: Page, result: SentenceAttention, content: unknown, after?: unknown) {
  offer(page, result);
  const { heading } = page.text.matrices;
  return html`<section class="matrices" id=${anchorId("matrices")} data-pointing=${page.pointer.highlight.kind !== "finding"} data-held=${page.pointer.highlight.kind === "locked"} data-many=${result.keyWords.length > 8}>
    <h2 class="visually-hidden">${heading}</h2>
    <div class="figures">${content}</div>
    ${after}
  </section>`;
}

/** Both matrices of weights on one scale, with the finding and what stands below it. */
function weights(page: Page, result: SentenceAttention, below?: unknown): TemplateResult {
  const { matrices: text } = page.text;
  return html`${figure(page, result, "unscaled")} ${figure(page, result, "scaled")}
    ${legend(page, result.keyWords.length)} ${caption(page, result)} ${below}
    <div class="row-lists">
      ${(["unscaled", "scaled"] as const).map((id) => plainCanvas(page, `${id}Rows`, text.ofTable(text.rowsTable, text.tables[id])))}
    </div>`;
}

/** One figure of the section alone: "weights" are both matrices of weights. */
export function matrixAlone(page: Page, id: MatrixName | "weights"): TemplateResult {
  const { result } = page.attention;
  if (result === null) return html``;
  return section(page, result, id === "weights" ? weights(page, result) : figure(page, result, id));
}

/** @param later what stands below the finding and comes after it */
export function matrices(page: Page, later?: unknown): TemplateResult {
  const { result } = page.attention;
  if (result === null) return html`<section class="matrices" id=${anchorId("matrices")}></section>`;
  const below = html`${arithmetic(page, result)} ${later}`;
  const content = html`${weights(page, result, below)} ${figure(page, result, "scores")}`;
  return section(page, result, content, rowsTable(page));
}

/** Entropy and largest weight of each row, without the division and with it. */
function rowsTable({ attention: { settled }, text }: Page): TemplateResult | typeof nothing {
  if (settled === null) return nothing;
  const { rowsTable: name, rowsColumns: columns, corner } = text.matrices;
  const { unscaled, scaled, queryWords } = settled;
  const values = [unscaled.entropy, scaled.entropy, unscaled.peak, scaled.peak];
  const table = () =>
    foldedTable(tableSummary(text), tableOf(name, [corner, queryWords, columns, values]));
  return html`${guard([settled, text], table)}`;
}
