/** The sections below the first screen: what the pictures show, why the division, and how to make the numbers again. */
import { html, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import type { SentenceAttention } from "../attention/sentence-attention.js";
import { type Heatmap, largestOf } from "../draw/heatmap.js";
import { heatmapTake } from "../draw/take.js";
import type { Matrix } from "../engine/api.js";
import { numbers, plainCanvas } from "../parts/matrices/first.js";
import type { Anchor } from "../state/state.js";
import { sentenceSnippet as numpySnippet } from "../text/snippets/numpy.js";
import { anchorId } from "../ui/anchor.js";
import { coordinates, foldedTable } from "../ui/matrix-table.js";
import { paragraphs, prose } from "../ui/prose.js";
import { displayFormula, displayFormulas, formula, richText } from "../ui/rich.js";
import { takeButton } from "../ui/take-button.js";
import { inputsOf } from "./inputs.js";
import type { FigureName, Page } from "./page.js";

type StoryFigure = Extract<FigureName, "x" | "unscaledOutput" | "scaledOutput">;

/** The heat maps of these sections, for the page to draw. X and Z have coordinates for columns. */
export function storyMaps(result: SentenceAttention): Record<StoryFigure, Heatmap> {
  const map = (matrix: Matrix, largest: number): Heatmap => ({
    matrix,
    rowLabels: result.request.words,
    colLabels: coordinates(matrix.cols),
    scale: { kind: "signed", largest },
  });
  const { output: without } = result.unscaled;
  const { output: withIt } = result.scaled;
  // One scale for both outputs: they are there to be compared.
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
  /** Whether the table stands elsewhere on the page. */
  tableElsewhere = false,
) {
  const { result, text } = page;
  if (result === null) return nothing;
  const tableOf = (answer: SentenceAttention) => {
    const matrix = matrixOf(answer);
    return numbers(page, tableName, matrix, answer.request.words, coordinates(matrix.cols));
  };
  const answer = tableElsewhere ? null : page.tabled(name);
  const table = answer && tableOf(answer);
  page.offer({
    id: name,
    part: "matrices",
    take: {
      title: tableName,
      alt: `${tableName}: ${text.vectors.picture(result.x.cols, result.request.dim)}`,
      // The numbers of the picture: those of the table on the page follow later.
      tables: [tableOf(result)],
      scene: heatmapTake(() => storyMaps(result)[name]),
    },
    inputs: inputsOf(page, result.request),
  });
  const kind = name === "unscaledOutput" ? "unscaled" : name === "scaledOutput" ? "scaled" : "";
  return html`<figure class=${kind}>
    <figcaption>
      <h3>${title}</h3>
      <span>${text.vectors.picture(result.x.cols, result.request.dim)}</span>
    </figcaption>
    ${plainCanvas(page, name, tableName)}
    <div class="below">${foldedTable(text.matrices.table, table, page.printing)} ${takeButton(page, name, tableName)}</div>
  </figure>`;
}

/** The formula that the whole page is about. */
export const lead = (page: Page): TemplateResult | typeof nothing =>
  page.shows("text") ? html`<div class="lead">${formula("attentionDisplay")}</div>` : nothing;

/** The outputs Z, which follow the weights. */
export function outputPart(page: Page): TemplateResult {
  const { text } = page;
  const { tables } = text.matrices;
  const { unscaled, scaled, heading } = text.output;
  return html`<section class="part" aria-label=${heading}>
    ${prose(page, "output", heading, paragraphs(text.output.text), displayFormula("outputDisplay"))}
    <div class="pair-of-figures">
      ${coordinateFigure(page, "unscaledOutput", unscaled, tables.unscaledOutput, (answer) => answer.unscaled.output)}
      ${coordinateFigure(page, "scaledOutput", scaled, tables.scaledOutput, (answer) => answer.scaled.output)}
    </div>
  </section>`;
}

export function vectorsPart(page: Page): TemplateResult {
  const { text, state } = page;
  const { tables } = text.matrices;
  // In the worked example the table of X stands above, where it can be edited.
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

/** What is only text: how scores become weights, and why the division. */
export function story(page: Page): TemplateResult | typeof nothing {
  if (!page.shows("text")) return nothing;
  const { text } = page;
  return html`
    <div class="two-parts">
      ${textPart(page, "scores", text.scores.heading, paragraphs(text.scores.text), displayFormula("scoreDisplay"))}
      ${textPart(page, "softmax", text.softmax.heading, paragraphs(text.softmax.text), displayFormula("softmaxDisplay"))}
    </div>
    ${textPart(
      page,
      "why",
      text.why.heading,
      paragraphs(text.why.text),
      displayFormulas("varianceDisplay", "scaledVarianceDisplay"),
      html`<p class="try">${richText(text.why.try)}</p>
        <p class="note">${text.why.limits}</p>`,
    )}
  `;
}

/** How to make the numbers of the page again. */
export function reproduce(page: Page): TemplateResult | typeof nothing {
  if (!page.shows("text")) return nothing;
  const { text, settled } = page;
  return textPart(
    page,
    "numbers",
    text.numbers.heading,
    paragraphs(text.numbers.text),
    settled === null
      ? nothing
      : html`<pre tabindex="0"><code>${guard([settled], () => numpySnippet(settled.request))}</code></pre>`,
  );
}

export function footer(page: Page): TemplateResult | typeof nothing {
  if (!page.shows("footer")) return nothing;
  return html`<footer><p>${page.text.footer.text}</p><p>${page.text.footer.paper}</p></footer>`;
}
