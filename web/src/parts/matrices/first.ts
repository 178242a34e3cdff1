/**
 * The matrices of the first screen: scores, attention without and with the division, the finding,
 * one cell's arithmetic; and the figures whose columns are coordinates, the word vectors X and the
 * outputs Z.
 */
import { html, mathml, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import type { SentenceAttention } from "../../attention/sentence-attention.js";
import { SIDES, type Side } from "../../attention/sides.js";
import { type FigureExport, heatmapExport } from "../../draw/figure-export.js";
import { largestOf } from "../../draw/heatmap.js";
import { sideBySide } from "../../draw/side-by-side.js";
import { type MatrixTable, tableOf } from "../../draw/table.js";
import { anchorId, sectionLink } from "../../page/anchor.js";
import { framedFigure } from "../../page/framed-figure.js";
import { inputsOf } from "../../page/inputs.js";
import { reads } from "../../page/motion.js";
import { type FIRST_FIGURES, isPair, type Page } from "../../page/page.js";
import { START } from "../../state/state.js";
import { attentionFinding, captionOf, coordinatesOf } from "../../text/finding.js";
import { fixed, shownPower, significant } from "../../text/numbers.js";
import { plainText, say } from "../../text/rich.js";
import { canvasOf, heatmapCanvas } from "../../ui/canvas.js";
import { foldedTable, tableSummary } from "../../ui/matrix-table.js";
import { rampLegend } from "../../ui/ramp-legend.js";
import { formula, richText, typeset } from "../../ui/rich.js";
import { arithmetic } from "./arithmetic.js";
import { heatmapOf, titleOf } from "./heatmaps.js";

/** A piece that shows the newest answer, which moves on after a rendering. */
const follows = (
  page: Page,
  rendered: SentenceAttention,
  make: (page: Page, result: SentenceAttention) => unknown,
) => reads(page, () => make(page, page.attention.result ?? rendered));

type Name = (typeof FIRST_FIGURES)[number];
type PairName = "scores" | Side;
type CoordinateName = Exclude<Name, PairName>;

/**
 * The table of a figure: a row for each word of the queries, a column for each word of the keys or
 * each coordinate.
 */
function matrixNumbers(page: Page, name: Name, result: SentenceAttention): MatrixTable {
  const { tables, corner } = page.text.matrices;
  const { matrix, rowLabels, colLabels } = heatmapOf(page, result, name);
  return { kind: "matrix", name: tables[name], matrix, rowLabels, colLabels, corner };
}

/** A canvas whose cells can be pointed at. Both matrices of weights move together. */
function pairCanvas(page: Page, name: PairName, alt: string): TemplateResult {
  const twin = { scores: undefined, unscaled: "scaled", scaled: "unscaled" } as const;
  const other = twin[name];
  return heatmapCanvas(
    `${alt} ${page.text.moving}`,
    page.figures.of(name),
    true,
    () => other && page.figures.of(other),
  );
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

function caption(page: Page, result: SentenceAttention): TemplateResult {
  const { text, state } = page;
  // The note on the seed is true of this one state. Its link leads to a section of the whole page.
  const keys = ["sentence", "dim", "seed", "vectors", "projections", "view"] as const;
  const ordinary = keys.every((key) => state[key] === START[key]) && page.shows("text");
  const { part } = page.figures.of("unscaled");
  const count = result.keyWords.length;
  const { highlight } = page.pointer;
  const lockedCell = highlight.kind === "locked" ? highlight : undefined;
  return html`${
    part === undefined
      ? nothing
      : html`<p class="note seen">${say(text.matrices.part, { ...part, count })}</p>`
  }
    <p
      part="finding"
      class="caption"
      aria-live=${state.cell === null ? "polite" : "off"}
    >${richText(captionOf(text.matrices, attentionFinding(result, lockedCell)))}</p>
    ${
      ordinary && lockedCell === undefined
        ? html`<p class="note seed-note">
            ${richText(text.matrices.seed)} ${sectionLink(page, "numbers", text.matrices.seedLink)}
          </p>`
        : nothing
    }`;
}

/** Offers a figure for export. */
function offer(page: Page, result: SentenceAttention, id: string, exported: FigureExport): void {
  const { matrices } = page.text;
  const text = [[matrices.scoresOf], captionOf(matrices, attentionFinding(result))];
  const partText = { heading: matrices.heading, text, formulas: ["attentionDisplay"] };
  const inputs = inputsOf(page, result.request);
  page.download.offer({ id, part: "matrices", exported, inputs, partText });
}

/**
 * Offers one picture with its numbers; the table on the page may be filled later.
 * @param shows what it shows
 */
function offerOne(page: Page, result: SentenceAttention, id: Name, shows: string): void {
  const table = matrixNumbers(page, id, result);
  const { name: title } = table;
  const scene = heatmapExport((palette) => heatmapOf({ palette, text: page.text }, result, id));
  offer(page, result, id, { title, alt: `${title}: ${shows}`, tables: [table], scene });
}

/** Offers both matrices side by side, and each picture. */
function offerPairs(page: Page, result: SentenceAttention): void {
  const { text } = page;
  const finding = plainText(captionOf(text.matrices, attentionFinding(result)));
  const scene: FigureExport["scene"] = (width, palette, textWidth) => {
    const half = (id: Side) => ({
      title: titleOf(text, id, result.request.exponent),
      color: palette[id],
      heatmap: heatmapOf({ palette, text }, result, id),
    });
    return sideBySide(width, palette, textWidth, [half("unscaled"), half("scaled")]);
  };
  const tables = [matrixNumbers(page, "unscaled", result), matrixNumbers(page, "scaled", result)];
  const title = text.matrices.heading;
  offer(page, result, "weights", { title, alt: finding, finding, tables, scene });
  for (const id of ["scores", "unscaled", "scaled"] as const) {
    offerOne(page, result, id, id === "scores" ? text.matrices.scoresOf : finding);
  }
}

/** A picture with its title and table. */
function titled(
  page: Page,
  id: Name,
  kind: string,
  title: string,
  beside: TemplateResult,
  picture: TemplateResult,
): TemplateResult {
  const { text, state } = page;
  const { settled } = page.attention;
  const { tables, weights } = text.matrices;
  // In the worked example the table of X is the editor above.
  const elsewhere = id === "x" && state.vectors === "example" && state.figure === "";
  return framedFigure(page, {
    id,
    kind,
    title,
    called: tables[id],
    beside,
    picture,
    table: elsewhere || settled === null ? null : matrixNumbers(page, id, settled),
    tableCalled: id === "unscaled" || id === "scaled" ? weights : undefined,
    fill: (table) => page.tables.of(id, table),
  });
}

/** One matrix of pairs of words. */
function figure(page: Page, result: SentenceAttention, id: PairName): TemplateResult {
  const { text, state } = page;
  const { matrices: words } = text;
  const { queryWords, keyWords } = result;
  const values = { name: words.tables[id], rows: queryWords.length, cols: keyWords.length };
  const canvas = pairCanvas(page, id, say(words.picture, values));
  const title = titleOf(text, id, state.exponent);
  const plain = () => (id === "scores" ? formula("scoresTitle") : formula("unscaledTitle"));
  const name = id === "scaled" ? scaledTitle(result) : plain();
  const scores = () => {
    const largest = largestOf(result.scores);
    const ends = [significant(-largest, 3), significant(largest, 3)] as const;
    return html`<div class="beside">
      ${canvas}
      <div class="reading">
        <p class="note">${typeset(words.scoresOf)}</p>
        ${rampLegend(page.palette.scores, "ramp short", ends)}
      </div>
    </div>`;
  };
  const beside = html`<span class="formula">${name}</span>`;
  return titled(page, id, id, title, beside, id === "scores" ? scores() : canvas);
}

/** The word vectors, or one of the outputs: a figure whose columns are coordinates. */
export function coordinateFigure(page: Page, id: CoordinateName): TemplateResult | typeof nothing {
  const { attention, text } = page;
  const { result } = attention;
  if (result === null) return nothing;
  const name = text.matrices.tables[id];
  const side = ({ x: "", unscaledOutput: "unscaled", scaledOutput: "scaled" } as const)[id];
  const title = side === "" ? name : text.output[side];
  const shows = (_: Page, { x, request }: SentenceAttention) =>
    coordinatesOf(text, x.cols, request.dim);
  offerOne(page, result, id, shows(page, result));
  const canvas = canvasOf(name, page.figures.of(id).attach);
  const beside = html`<span>${follows(page, result, shows)}</span>`;
  return titled(page, id, side, title, beside, canvas);
}

/** The section of the matrices, with some of them. */
function section(page: Page, result: SentenceAttention, content: unknown, after?: unknown) {
  offerPairs(page, result);
  return html`<section
    class="matrices"
    id=${anchorId("matrices")}
    data-pointing=${page.pointer.highlight.kind !== "finding"}
    data-held=${page.pointer.highlight.kind === "locked"}
    data-many=${result.keyWords.length > 8}
  >
    <h2 class="visually-hidden">${page.text.matrices.heading}</h2>
    <div class="figures">${content}</div>
    ${after}
  </section>`;
}

/** Both matrices of weights on one scale, with the finding and what stands below it. */
function weights(page: Page, result: SentenceAttention, below?: unknown): TemplateResult {
  const { matrices: text } = page.text;
  const count = result.keyWords.length;
  const note = say(text.entropyNote, { count, most: fixed(Math.log(count), 2) });
  const scaled = follows(page, result, (_, newest) => figure(page, newest, "scaled"));
  return html`${figure(page, result, "unscaled")} ${scaled}
    ${rampLegend(page.palette.weights, "ramp", ["0", "1"], text.legendWeights, note)}
    <div class="finding">${follows(page, result, caption)}</div>
    ${below}`;
}

/** What stands in the rows of both matrices, for a narrow page. */
function rowLists({ text: { matrices: text }, figures }: Page): TemplateResult {
  return html`<div class="row-lists">
    ${SIDES.map((id) =>
      canvasOf(
        say(text.ofTable, { what: text.rowsTable, table: text.tables[id] }),
        figures.of(`${id}Rows`).attach,
      ),
    )}
  </div>`;
}

/** A figure of the matrices alone, by its id: "weights" are both matrices of weights. */
export function matricesFigure(page: Page, id: string): TemplateResult | typeof nothing {
  const { result } = page.attention;
  if (result === null) return nothing;
  if (id === "weights") {
    return section(page, result, html`${weights(page, result)} ${rowLists(page)}`);
  }
  if (!isPair(id)) return coordinateFigure(page, id as CoordinateName);
  return section(page, result, figure(page, result, id));
}

/**
 * @param later what stands below the finding and comes after it
 * @param all whether all is shown, or both matrices of weights and the finding alone
 */
export function matrices(page: Page, later?: unknown, all = true): TemplateResult {
  const { result } = page.attention;
  if (result === null) return html`<section class="matrices" id=${anchorId("matrices")}></section>`;
  const below = html`${all ? follows(page, result, arithmetic) : nothing} ${later}`;
  const scores = () => follows(page, result, (_, newest) => figure(page, newest, "scores"));
  const rest = all ? html`${rowLists(page)} ${scores()}` : nothing;
  const content = html`${weights(page, result, below)} ${rest}`;
  return section(page, result, content, all ? rowsTable(page) : nothing);
}

/** Entropy and largest weight of each row, without the division and with it. */
function rowsTable({ attention: { settled }, text }: Page): TemplateResult | typeof nothing {
  if (settled === null) return nothing;
  const { rowsTable: name, rowsColumns: columns, corner } = text.matrices;
  const { unscaled, scaled, queryWords } = settled;
  const values = [unscaled.entropy, scaled.entropy, unscaled.peak, scaled.peak];
  const table = () =>
    foldedTable(tableSummary(text), tableOf(name, { corner, rows: queryWords, columns, values }));
  return html`${guard([settled, text], table)}`;
}
