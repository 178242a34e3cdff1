/** The sections below the first screen: outputs, word vectors, explanations, and code that reproduces the numbers. */
import { loadPrograms } from "edition:later";
import { html, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { until } from "lit/directives/until.js";
import type { SentenceAttention } from "../attention/sentence-attention.js";
import { type Heatmap, largestOf } from "../draw/heatmap.js";
import { heatmapTake } from "../draw/take.js";
import type { Matrix } from "../engine/api.js";
import { inputsOf } from "../export/inputs.js";
import { numbers, plainCanvas } from "../parts/matrices/first.js";
import type { Anchor } from "../state/state.js";
import { anchorId } from "../ui/anchor.js";
import { coordinates, foldedTable, tableSummary } from "../ui/matrix-table.js";
import { paragraphs, prose } from "../ui/prose.js";
import { displayFormula, displayFormulas, formula, typeset } from "../ui/rich.js";
import { takeButton } from "../ui/take-button.js";
import type { FigureName, Page } from "./page.js";

type StoryFigure = Extract<FigureName, "x" | "unscaledOutput" | "scaledOutput">;

/** The heat maps of these sections, whose columns are coordinates. */
export function storyMaps(result: SentenceAttention): Record<StoryFigure, Heatmap> {
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

function coordinateFigure(
  page: Page,
  name: StoryFigure,
  title: string,
  tableName: string,
  matrixOf: (answer: SentenceAttention) => Matrix,
  /** Whether the table is elsewhere on the page. */
  tableElsewhere = false,
) {
  const { attention, text, surroundings } = page;
  const { result } = attention;
  if (result === null) return nothing;
  const tableOf = (answer: SentenceAttention) => {
    const matrix = matrixOf(answer);
    return numbers(page, tableName, matrix, answer, coordinates(matrix.cols));
  };
  const answer = tableElsewhere ? null : page.tables.of(name);
  const table = answer && tableOf(answer);
  page.download.offer({
    id: name,
    part: "matrices",
    take: {
      title: tableName,
      alt: `${tableName}: ${text.vectors.picture(result.x.cols, result.request.dim)}`,
      // The numbers of the picture; the table on the page is filled later.
      tables: [tableOf(result)],
      scene: heatmapTake(() => storyMaps(result)[name]),
    },
    inputs: inputsOf(page, result.request),
  });
  const kind = name === "unscaledOutput" ? "unscaled" : name === "scaledOutput" ? "scaled" : "";
  return html`<figure part="figure" class=${kind}>
    <figcaption part="title">
      <h3>${typeset(title)}</h3>
      <span>${text.vectors.picture(result.x.cols, result.request.dim)}</span>
    </figcaption>
    ${plainCanvas(page, name, tableName)}
    <div class="below">${foldedTable(tableSummary(text), table, surroundings.printing)} ${takeButton(page, name, tableName)}</div>
  </figure>`;
}

/** The formula of attention. */
export const lead = (page: Page): TemplateResult | typeof nothing =>
  page.shows("text") ? html`<div class="lead">${formula("attentionDisplay")}</div>` : nothing;

/** Maps of so few coordinates leave room for one beside them on a narrow page too. */
const FEW = 4;

/** The outputs Z. */
export function outputPart(page: Page): TemplateResult {
  const { text } = page;
  const { tables } = text.matrices;
  const { unscaled, scaled, heading } = text.output;
  const few = (page.attention.result?.x.cols ?? 0) <= FEW ? "beside" : "";
  return html`<section class="part" aria-label=${heading}>
    ${prose(page, "output", heading, paragraphs(text.output.text), displayFormula("outputDisplay"))}
    <div class="pair-of-figures ${few}">
      ${coordinateFigure(page, "unscaledOutput", unscaled, tables.unscaledOutput, (answer) => answer.unscaled.output)}
      ${coordinateFigure(page, "scaledOutput", scaled, tables.scaledOutput, (answer) => answer.scaled.output)}
    </div>
  </section>`;
}

export function vectorsPart(page: Page): TemplateResult {
  const { text, state } = page;
  const { tables } = text.matrices;
  // In the worked example the table of X is the editor above.
  const elsewhere = state.vectors === "example";
  return html`<section class="part with-figure" aria-label=${text.vectors.heading}>
    <div>
      ${prose(page, "vectors", text.vectors.heading, paragraphs(text.vectors.text), displayFormulas("queriesDisplay", "keysDisplay", "valuesDisplay"))}
    </div>
    ${coordinateFigure(page, "x", tables.x, tables.x, ({ x }) => x, elsewhere)}
  </section>`;
}

function textPart(page: Page, at: Anchor, heading: string, ...content: unknown[]): TemplateResult {
  return html`<section class="part" aria-labelledby=${anchorId(at)}>${prose(page, at, heading, content)}</section>`;
}

/** Text and formulas: how scores become weights. */
export function story(page: Page): TemplateResult | typeof nothing {
  if (!page.shows("text")) return nothing;
  const { text } = page;
  return html`
    <div class="two-parts">
      ${textPart(page, "scores", text.scores.heading, paragraphs(text.scores.text), displayFormula("scoreDisplay"))}
      ${textPart(page, "softmax", text.softmax.heading, paragraphs(text.softmax.text), displayFormula("softmaxDisplay"))}
    </div>
  `;
}

/** The NumPy program of the first screen; its text is loaded after the first view. */
async function program(page: Page, settled: SentenceAttention) {
  const { state, words } = inputsOf(page, settled.request);
  const { programOf } = await loadPrograms();
  return programOf("numpy", "matrices", state, words);
}

/** NumPy code that reproduces the numbers of the page. */
export function reproduce(page: Page): TemplateResult | typeof nothing {
  if (!page.shows("text")) return nothing;
  const { text } = page;
  const { settled } = page.attention;
  return textPart(
    page,
    "numbers",
    text.numbers.heading,
    paragraphs(text.numbers.text),
    settled === null
      ? nothing
      : html`<pre tabindex="0"><code>${guard([settled], () => until(program(page, settled)))}</code></pre>`,
  );
}

export function footer(page: Page): TemplateResult | typeof nothing {
  if (!page.shows("footer")) return nothing;
  return html`<footer><p>${page.text.footer.text}</p><p>${page.text.footer.paper}</p></footer>`;
}
