/**
 * The first chapter below its first screen: the word vectors, how scores become weights, and code
 * that reproduces the numbers.
 */
import { html, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { until } from "lit/directives/until.js";
import type { SentenceAttention } from "../attention/sentence-attention.js";
import { reasonOf } from "../engine/reason.js";
import { anchorId, sectionLink, sectionTarget, stateTarget } from "../page/anchor.js";
import { inputsOf } from "../page/inputs.js";
import { reads } from "../page/motion.js";
import type { Page } from "../page/page.js";
import { paragraphs, prose } from "../page/prose.js";
import { coordinateFigure } from "../parts/matrices/first.js";
import { matricesQuestion, retryQuestion } from "../parts/matrices/question.js";
import { closing } from "../questions/closing.js";
import { showsQuestion } from "../questions/question.js";
import type { Anchor } from "../state/state.js";
import type { ClosingWords } from "../text/closing.js";
import type { en } from "../text/en/first-chapter.js";
import { say } from "../text/rich.js";
import { textsOf } from "../text/words.js";
import { displayFormula, displayFormulas, formula } from "../ui/rich.js";
import { livePictures } from "./live-pictures.js";
import { outputPart } from "./output.js";
import { sameWeights } from "./same-weights.js";

export { default as css } from "../../styles/first-chapter.css?inline";

const STORY_TEXTS = textsOf<typeof en>("first-chapter");
const CLOSING = textsOf<ClosingWords>("closing-page");

/** The formula of attention, and before it the way to its arithmetic. */
const lead = (page: Page): TemplateResult | typeof nothing =>
  page.shows("text")
    ? html`<div class="lead">
        <p class="note">${sectionLink(page, "steps", STORY_TEXTS[page.language].byHand)}</p>
        ${formula("attentionDisplay")}
      </div>`
    : nothing;

function vectorsPart(page: Page): TemplateResult {
  const { heading, text } = STORY_TEXTS[page.language].vectors;
  return html`<section class="part with-figure" aria-label=${heading}>
    <div>
      ${prose(
        page,
        "vectors",
        heading,
        paragraphs(text),
        displayFormulas("queriesDisplay", "keysDisplay", "valuesDisplay"),
      )}
    </div>
    ${coordinateFigure(page, "x")}
  </section>`;
}

function textPart(
  page: Page,
  anchor: Anchor,
  heading: string,
  ...content: unknown[]
): TemplateResult {
  return html`<section
    class="part"
    aria-labelledby=${anchorId(anchor)}
  >${prose(page, anchor, heading, content)}</section>`;
}

/** Text and formulas: how scores become weights. */
function weightsParts(page: Page): TemplateResult | typeof nothing {
  if (!page.shows("text")) return nothing;
  const { scores, softmax } = STORY_TEXTS[page.language];
  return html`
    <div class="two-parts">
      ${textPart(
        page,
        "scores",
        scores.heading,
        paragraphs(scores.text),
        displayFormula("scoreDisplay"),
      )}
      ${textPart(
        page,
        "softmax",
        softmax.heading,
        paragraphs(softmax.text),
        displayFormula("softmaxDisplay"),
      )}
    </div>
  `;
}

/** The NumPy program of the first screen. */
async function program(page: Page, settled: SentenceAttention) {
  const { state, words } = inputsOf(page, settled.request);
  const [{ programOf }, { markedPython }] = await Promise.all([
    import("../export/program.js"),
    import("../export/python-marks.js"),
  ]);
  return markedPython(await programOf("matrices", state, words));
}

/** What a reader may open, and what waits for that. */
class Opening {
  open: () => void = () => undefined;
  readonly opened = new Promise<void>((resolve) => {
    this.open = resolve;
  });
}

const openings = new WeakMap<Page, Opening>();

/** Not by belonging.ts, which would bring the script of the later chapters into a first visit. */
function openingOf(page: Page): Opening {
  const opening = openings.get(page) ?? new Opening();
  openings.set(page, opening);
  return opening;
}

/** NumPy code that reproduces the numbers of the page, folded away but on paper. */
function reproduce(page: Page): TemplateResult | typeof nothing {
  if (!page.shows("text")) return nothing;
  const { heading, text, own, program: programName } = STORY_TEXTS[page.language].numbers;
  const { settled } = page.attention;
  const { printing } = page.surroundings;
  const opening = openingOf(page);
  if (printing) opening.open();
  const failed = (error: unknown) => say(page.text.problems.compute, { reason: reasonOf(error) });
  const opened = async (from: SentenceAttention) => {
    await opening.opened;
    return program(page, from);
  };
  const code = (from: SentenceAttention) => until(opened(from).catch(failed));
  const listing =
    settled &&
    html`<details class="fold" ?open=${printing} @toggle=${opening.open}>
      <summary>${programName}</summary>
      <pre class="python" tabindex="0"><code>${guard([settled], () => code(settled))}</code></pre>
    </details>`;
  const { href, go } = stateTarget(page, { view: "own", ownfrom: "sentence" });
  const ownLink = html`<p class="note"><a href=${href} @click=${go}>${own}</a></p>`;
  return textPart(page, "numbers", heading, paragraphs(text), listing, ownLink);
}

/** The ways on from the first screen of a phone: the path of three minutes, or all that follows. */
function waysOn(page: Page): TemplateResult | typeof nothing {
  if (!page.ownPage || globalThis.parent !== globalThis.self || !page.shows("text")) return nothing;
  const { ways } = STORY_TEXTS[page.language];
  // The path begins with a question, also where a link has led to this state, and moves d, which the
  // worked example has fixed.
  const { asked } = page.state;
  const short = stateTarget(page, { path: "short", asked: asked ?? "on", vectors: "random" });
  const all = sectionTarget(page, "output");
  return html`<nav class="ways" aria-label=${ways.label}>
    <a class="button" href=${short.href} @click=${short.go}>${ways.short}</a>
    <a class="button" href=${all.href} @click=${all.go}>${ways.all}</a>
  </nav>`;
}

/**
 * What stands below the finding: the answers of a trained model, the ways on, what the reader is
 * asked, and the small pictures.
 * @param changed called when it is to be rendered anew
 */
export const belowFinding = (page: Page, changed: () => void): TemplateResult =>
  html`${sameWeights(page)} ${waysOn(page)} ${
    showsQuestion(page, "matrices") ? matricesQuestion(page, changed) : nothing
  } ${reads(page, () => livePictures(page))}`;

/** Tries again what has failed. */
export const retry = (page: Page): void => retryQuestion(page);

/**
 * What stands below the first screen.
 * @param steps how many of the steps by which the page grows are shown; the second is `belowFinding`
 */
export function firstChapter(page: Page, steps: number): TemplateResult {
  const output = () => (page.attention.result === null ? nothing : outputPart(page));
  return html`${steps > 2 ? output() : nothing}
    ${steps > 3 ? html`${lead(page)} ${vectorsPart(page)}` : nothing}
    ${steps > 4 ? weightsParts(page) : nothing}
    ${steps > 5 ? html`${reproduce(page)} ${closing(page, CLOSING)}` : nothing}`;
}
