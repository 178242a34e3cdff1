/**
 * The weights of the reader's sentence for articles in which scripts are forbidden: a picture in
 * which taps switch between without the division and with it and go through four dimensions, with
 * its title, its finding, its parameters and its link in text.
 */
import { requestOf, sentenceAttention } from "../attention/sentence-attention.js";
import { escapeXml } from "../draw/escape-xml.js";
import { PALETTES } from "../draw/palette.js";
import type { TextWidth } from "../draw/scene.js";
import type { FirstEngine } from "../engine/api.js";
import type { Offered } from "../page/inputs.js";
import type { Page } from "../page/page.js";
import { START } from "../state/state.js";
import { attentionFinding, captionOf } from "../text/finding.js";
import { plainText } from "../text/rich.js";
import { unmarked } from "../text/typeset.js";
import { captionLine, sharedLink, shortLink } from "./parameters.js";
import { TappedLayout } from "./tapped-pictures.js";
import { ARTICLE_WIDTH, tappedSvg } from "./taps.js";
import { EXPORT_TEXTS } from "./texts.js";

/** The dimensions that taps go through; the one that is seen first is the page's at its start. */
export const TAPPED_DIMS: readonly number[] = [1, 8, 64, 512];

/** What is pasted into an editor, or saved. */
export interface Pasted {
  readonly svg: string;
  /** The picture and its text, as rich text. */
  readonly html: string;
  /** The text alone. */
  readonly plain: string;
}

/**
 * @param measure the width of texts in the family
 * @throws EngineError where the sentence cannot be computed
 */
export function pastedFigure(
  { part, inputs }: Pick<Offered, "part" | "inputs">,
  engine: FirstEngine,
  page: Pick<Page, "text" | "language" | "state" | "addressOf">,
  measure: TextWidth,
  family: string,
): Pasted {
  const { text, language } = page;
  const request = requestOf(inputs.state, inputs.words);
  // The vectors of the worked example have three numbers each, whatever d is.
  const dims = request.x === null ? TAPPED_DIMS : [request.dim];
  const steps = dims.map((dim) => {
    const result = sentenceAttention(engine, { ...request, dim });
    const finding = plainText(captionOf(text.matrices, attentionFinding(result)));
    return { result, finding };
  });
  const start = Math.max(0, dims.indexOf(START.dim));
  const state = { ...inputs.state, dim: START.dim };
  // A link to a file on the writer's disk leads readers nowhere.
  const links = sharedLink(page, part, state) === null ? [] : [shortLink(page, part, state)];
  const small = [captionLine(part, state, language, ["dim"]), ...links];
  const content = { steps, start, title: text.matrices.heading, small };
  const { taps } = EXPORT_TEXTS[language];
  const pictures = new TappedLayout(content, text, taps, measure).pictures();
  const finding = unmarked(steps[start]?.finding ?? "");
  const svg = tappedSvg(pictures, finding, family);
  const question = unmarked(text.site);
  const html = articleOf(svg, question, finding, links);
  return { svg, html, plain: [question, finding, ...links].join("\n") };
}

/** The picture between paragraphs: an editor may drop one that begins or ends what is pasted. */
function articleOf(
  svg: string,
  question: string,
  finding: string,
  links: readonly string[],
): string {
  const { muted } = PALETTES.light;
  return [
    `<section style="max-width: ${ARTICLE_WIDTH}px; margin: 0 auto">`,
    `<p><strong>${escapeXml(question)}</strong></p>`,
    svg.trim(),
    `<p>${escapeXml(finding)}</p>`,
    ...links.map((link) => `<p style="color: ${muted}; font-size: 14px">${escapeXml(link)}</p>`),
    "</section>",
  ].join("\n");
}
