/**
 * One figure alone, as a post shows it: the figure, the slider of d that it depends on, and a
 * caption.
 */
import { html, nothing, type TemplateResult } from "lit";
import { captionLine } from "../export/parameters.js";
import { PARTS } from "../keys/index.js";
import { dimSlider } from "../page/controls.js";
import { draws, reads } from "../page/motion.js";
import { standIn } from "../page/notices.js";
import type { Page } from "../page/page.js";
import { figuresOf } from "../parts/figure-names.js";
import { matricesFigure } from "../parts/matrices/first.js";
import { partOf } from "../state/chapters.js";
import { forPage } from "../state/embedded.js";
import { DEFINITIONS, type LaterPart, START } from "../state/state.js";
import type { en } from "../text/en/single-figure.js";
import { say } from "../text/rich.js";
import { textsOf } from "../text/words.js";

export { default as css } from "../../styles/single-figure.css?inline";

export const FIGURE_TEXTS = textsOf<typeof en>("single-figure");

export type Render = (part: LaterPart) => unknown;

/**
 * The parameters of the figure in one line, and the link to the whole page with this state. To be
 * called after the figure is rendered.
 */
function figureCaption(page: Page, figure: string): TemplateResult {
  const { state, download } = page;
  const part = partOf(figure);
  // Some figures are of the worked example, whatever the state's sentence is.
  const { inputs } = download.figures.find(({ id }) => id === figure) ?? { inputs: { state } };
  return html`<p class="alone-caption">
    ${captionLine(part, inputs.state, page.language)} ·
    <a
      href=${page.addressOf({ ...forPage(state), view: START.view, at: part })}
      target="_top"
    >${FIGURE_TEXTS[page.language].whole}</a>
  </p>`;
}

/** The most characters of a wrong name that are repeated to the reader. */
const REPEATED_LENGTH = 40;

/** Names the figures or the views that there are: see Attributes in element/attributes.ts. */
function unknown({ language }: Page, figure: string): TemplateResult {
  const text = FIGURE_TEXTS[language];
  const [, attribute, value = figure] = /^(view|state)=(.*)/s.exec(figure) ?? [];
  const start = value.slice(0, REPEATED_LENGTH);
  const sentence = () => {
    if (attribute === "state") return say(text.state, { text: start });
    if (attribute === "view") {
      return say(text.view, { name: start, all: DEFINITIONS.view.words.join(", ") });
    }
    const figures = PARTS.flatMap(({ name }) => figuresOf(name));
    return say(text.unknown, { name: start, all: figures.join(", ") });
  };
  return html`<p class="notice" role="alert">${sentence()}</p>`;
}

/** @param render renders a part, whose section then holds only the figure */
export function singleFigure(page: Page, render: Render, caption = true): unknown {
  const { figure } = page.state;
  const part = partOf(figure);
  if (!figuresOf(part).includes(figure)) return html`${unknown(page, figure)} ${standIn(page)}`;
  if (page.attention.result === null) return standIn(page);
  // The figures of the matrices are drawn with each answer, those of parts by the part.
  const [follows, content] =
    part === "matrices"
      ? [reads, () => html`${matricesFigure(page, figure)} ${dimSlider(page, "dim")}`]
      : [draws, () => render(part)];
  const whole = () => html`${content()} ${caption ? figureCaption(page, figure) : nothing}`;
  return html`<div class="alone">${follows(page, whole)}</div>`;
}
