/**
 * The path of three minutes, five screens in place of the first chapter: guess, drag, see, why, and
 * share. Each shows something of the page, and fits a phone without scrolling. On paper they stand
 * below each other.
 */
import { mean } from "d3-array";
import { html, nothing, type TemplateResult } from "lit";
import { ref } from "lit/directives/ref.js";
import type { DividedAttention, SentenceAttention } from "../attention/sentence-attention.js";
import { oneFor } from "../belonging.js";
import { bells } from "../first-chapter/live-pictures.js";
import { stateTarget } from "../page/anchor.js";
import { dimSlider, sentenceControl } from "../page/controls.js";
import type { Page, PageElement } from "../page/page.js";
import { matricesFigure } from "../parts/matrices/first.js";
import { matricesQuestion } from "../parts/matrices/question.js";
import { START, type State } from "../state/state.js";
import type { en } from "../text/en/path.js";
import { attentionFinding, captionOf } from "../text/finding.js";
import { equalWords, powerText, significant, weight } from "../text/numbers.js";
import { say } from "../text/rich.js";
import { unmarked } from "../text/typeset.js";
import { textsOf } from "../text/words.js";
import { richText, typeset } from "../ui/rich.js";
import { STEPS, Walk } from "./walk.js";

export { default as css } from "../../styles/path.css?inline";

const TEXTS = textsOf<typeof en>("path");

type Step = (typeof STEPS)[number];

/** What the screens are made of. */
interface Screen {
  readonly page: PageElement;
  readonly words: typeof en;
  readonly result: SentenceAttention;
  /** Has the page rendered anew. */
  readonly changed: () => void;
}

const walkOf = oneFor((page: PageElement) => new Walk(page));

// ---- drag ----

const drag = ({ page, words }: Screen): TemplateResult => html`
  <p>${typeset(words.drag)}</p>
  ${matricesFigure(page, "weights")}
  ${slider(page)}
`;

/** The slider of d, alone and large. */
const slider = (page: Page): TemplateResult =>
  html`<div class="large">${dimSlider(page, "dim")}</div>`;

// ---- see ----

/** A quantity of the rows, and how its mean over them is written. */
interface Quantity {
  readonly name: string;
  readonly of: (side: DividedAttention) => number;
  readonly written: (value: number) => string;
}

const meanOf = (values: Iterable<number>): number => mean(values) ?? 0;

function numbers({ words, result }: Screen): TemplateResult {
  const { see } = words;
  const { unscaled, scaled, request } = result;
  const root = powerText(request.dim, request.exponent);
  const entropyOf = ({ entropy }: DividedAttention) => meanOf(entropy);
  const quantities: Quantity[] = [
    { name: see.peak, of: ({ peak }) => meanOf(peak), written: weight },
    { name: see.entropy, of: entropyOf, written: (value) => significant(value, 3) },
    { name: see.words, of: entropyOf, written: equalWords },
  ];
  const cell = (kind: string, value: number, written: string) =>
    html`<td class=${kind} data-value=${value}>${written}</td>`;
  return html`<table class="means" aria-label=${see.table}>
    <thead>
      <tr>
        <th scope="col">${see.quantity}</th>
        <th scope="col" class="unscaled">${see.without}</th>
        <th scope="col" class="scaled">${typeset(say(see.withIt, { root }))}</th>
      </tr>
    </thead>
    <tbody>
      ${quantities.map(
        ({ name, of, written }) => html`<tr>
          <th scope="row">${name}</th>
          ${cell("unscaled", of(unscaled), written(of(unscaled)))}
          ${cell("scaled", of(scaled), written(of(scaled)))}
        </tr>`,
      )}
    </tbody>
  </table>`;
}

function see(screen: Screen): TemplateResult {
  const { page, result } = screen;
  const finding = captionOf(page.text.matrices, attentionFinding(result));
  return html`
    <p class="caption" aria-live="polite">${richText(finding)}</p>
    ${numbers(screen)}
    ${slider(page)}
  `;
}

// ---- why ----

/** The smallest figure that shows the root: the bells of scores on both sides. */
const whyFigure = ({ words, result }: Screen): TemplateResult =>
  html`<div class="silhouettes" role="img" aria-label=${words.bells}>${bells(result).drawing}</div>`;

/** From this deviation of the scores on the leading word usually has nearly all. */
const SHARP_DEVIATION = 4;

function why(screen: Screen): TemplateResult {
  const { page, words, result } = screen;
  const { dim } = result.request;
  const { unscaled: without, scaled: withIt } = bells(result).numbers;
  const deviation = Math.sqrt(dim);
  const factor = significant(Number(Math.exp(deviation).toPrecision(2)), 2);
  const size = deviation < SHARP_DEVIATION ? words.sizeNear : words.size;
  return html`
    <p class="line"><strong>${typeset(words.why)}</strong></p>
    ${whyFigure(screen)}
    <p class="caption" aria-live="polite">${richText(size, { dim, without, withIt, factor })}</p>
    ${slider(page)}
  `;
}

// ---- share ----

/** What was copied last, of each page. */
const copiedOf = oneFor((_: PageElement) => ({ link: "" }));

/** The state that the link leads to: the page itself, without the reader's answers. */
const sharedState = (state: State): State => ({
  ...state,
  path: START.path,
  at: START.at,
  asked: START.asked,
  guess: START.guess,
});

function share({ page, words, changed }: Screen): TemplateResult {
  const { share: text } = words;
  const { linked } = page.answers;
  const link = page.addressOf(sharedState(linked));
  const copied = copiedOf(page);
  const copy = () =>
    navigator.clipboard?.writeText(link).then(
      () => {
        copied.link = link;
        changed();
      },
      // Not every host allows it; the link can be copied from the field.
      () => page.renderRoot.querySelector<HTMLInputElement>("#path-link")?.select(),
    );
  const send = () => {
    // The reader may think better of it.
    navigator.share({ url: link }).catch(() => undefined);
  };
  const onward = (label: string, change: Partial<State>) => {
    const { href, go } = stateTarget(page, { ...change, path: "off" });
    return html`<li><a href=${href} @click=${go}>${typeset(label)} →</a></li>`;
  };
  return html`
    ${sentenceControl(page)}
    <p>${typeset(say(text.text, { dim: linked.dim }))}</p>
    <div class="link">
      <input
        id="path-link"
        type="text"
        readonly
        aria-label=${text.link}
        .value=${link}
        @focus=${({ target }: FocusEvent) => (target as HTMLInputElement).select()}
      />
      <button type="button" @click=${copy}>${text.copy}</button>
      ${
        "share" in navigator
          ? html`<button type="button" @click=${send}>${text.send}</button>`
          : nothing
      }
    </div>
    <p class="note" aria-live="polite">${copied.link === link ? text.copied : nothing}</p>
    <h2>${text.next}</h2>
    <ul>
      ${onward(text.why, { view: "why" })}
      ${onward(text.model, { view: "model" })}
    </ul>
  `;
}

// ---- the path ----

const SCREENS: Readonly<Record<Step, (screen: Screen) => unknown>> = {
  guess: ({ page, changed }) => matricesQuestion(page, changed),
  drag,
  see,
  why,
  share,
};

/** A dot for each screen, and the way to the whole page. */
function progress({ page, words }: Screen, walk: Walk): TemplateResult {
  const { href } = stateTarget(page, { path: "off" });
  const leave = (event: MouseEvent) => {
    event.preventDefault();
    walk.leave();
  };
  const dot = (step: Step, index: number) => {
    const { name } = words.steps[step];
    const label = say(words.place, { place: index + 1, count: STEPS.length, name });
    return html`<li><button
      type="button"
      class="dot"
      title=${name}
      aria-label=${label}
      aria-current=${index === walk.step ? "step" : nothing}
      @click=${() => walk.show(index)}
    ></button></li>`;
  };
  return html`<nav class="along" aria-label=${words.label}>
    <ol>${STEPS.map(dot)}</ol>
    <a href=${href} @click=${leave}>${words.everything}</a>
  </nav>`;
}

function turns({ words }: Screen, walk: Walk): TemplateResult {
  const last = walk.step === STEPS.length - 1;
  const turn = (by: number) => () => walk.show(walk.step + by);
  return html`<div class="turns">
    <button
      type="button"
      class="quiet"
      ?disabled=${walk.step === 0}
      @click=${turn(-1)}
    >← ${words.back}</button>
    ${
      last
        ? html`<button type="button" @click=${() => walk.leave()}>${words.everything}</button>`
        : html`<button type="button" @click=${turn(1)}>${words.next} →</button>`
    }
  </div>`;
}

const screenOf = (screen: Screen, step: Step): TemplateResult => html`<section
  class="screen"
  data-step=${step}
  aria-label=${unmarked(screen.words.steps[step].title)}
>
  <h1 tabindex="-1">${typeset(screen.words.steps[step].title)}</h1>
  ${SCREENS[step](screen)}
</section>`;

/** @param changed called when the page is to be rendered anew */
export function shortPath(page: PageElement, changed: () => void): unknown {
  const { result } = page.attention;
  if (result === null) return nothing;
  const screen: Screen = { page, words: TEXTS[page.language], result, changed };
  if (page.surroundings.printing) {
    return html`<div class="path">${STEPS.map((step) => screenOf(screen, step))}</div>`;
  }
  const walk = walkOf(page);
  return html`<div class="path" ${ref(walk.attach)}>
    ${progress(screen, walk)}
    ${screenOf(screen, STEPS[walk.step] ?? "guess")}
    ${turns(screen, walk)}
  </div>`;
}
