/**
 * The path of three minutes, five screens in place of the first chapter: guess, drag, see, why, and
 * share. Each shows something of the page, and fits a phone without scrolling. On paper they stand
 * below each other.
 */
import { ticks } from "d3-array";
import { html, nothing, svg, type TemplateResult } from "lit";
import { ref } from "lit/directives/ref.js";
import type { DividedAttention, SentenceAttention } from "../attention/sentence-attention.js";
import { SIDES, type Side } from "../attention/sides.js";
import { oneFor } from "../belonging.js";
import { bellOf, deviationsOf } from "../first-chapter/live-pictures.js";
import { stateTarget } from "../page/anchor.js";
import { dimSlider, resampleButton, sentenceControl } from "../page/controls.js";
import { reads } from "../page/motion.js";
import type { Page, PageElement } from "../page/page.js";
import { matricesFigure } from "../parts/matrices/first.js";
import { matricesQuestion } from "../parts/matrices/question.js";
import { isOpen } from "../questions/question.js";
import { START, type State } from "../state/state.js";
import type { en } from "../text/en/path.js";
import { attentionFinding, captionOf } from "../text/finding.js";
import { equalWords, fixed, powerText, significant, weight } from "../text/numbers.js";
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

// ---- guess ----

/** The question, and once it is answered the button that its answer names, for other draws. */
const guess = ({ page, changed }: Screen): TemplateResult => html`
  ${matricesQuestion(page, changed)}
  ${isOpen(page, "matrices") ? nothing : resampleButton(page)}
`;

// ---- drag ----

/**
 * The d at the right end of the slider, to which the text asks the reader to drag: up to there a
 * step to the right usually makes the rows sharper. A link may give a larger one.
 */
const LARGEST_DIM = 512;

const drag = ({ page, words }: Screen): TemplateResult => html`
  <p>${typeset(words.drag)}</p>
  ${matricesFigure(page, "weights")}
  ${slider(page)}
`;

/** The slider of d, alone and large. */
const slider = (page: Page): TemplateResult =>
  html`<div class="large">${dimSlider(page, "dim", LARGEST_DIM)}</div>`;

// ---- see ----

/** A quantity of a row, and how it is written. */
interface Quantity {
  readonly name: string;
  readonly of: (side: DividedAttention) => number;
  readonly written: (value: number) => string;
}

/** The numbers of the row that the finding is about. */
function numbers({ words, result }: Screen): TemplateResult {
  const { see } = words;
  const { unscaled, scaled, request, change, queryWords } = result;
  const row = change.largest;
  const word = queryWords[row] ?? "";
  const root = powerText(request.dim, request.exponent);
  const entropyOf = ({ entropy }: DividedAttention) => entropy[row] ?? 0;
  const quantities: Quantity[] = [
    { name: see.peak, of: ({ peak }) => peak[row] ?? 0, written: weight },
    { name: see.entropy, of: entropyOf, written: (value) => significant(value, 3) },
    { name: see.words, of: entropyOf, written: equalWords },
  ];
  const cell = (kind: string, value: number, written: string) =>
    html`<td class=${kind} data-value=${value}>${written}</td>`;
  return html`<table class="row-numbers" aria-label=${say(see.table, { word })}>
    <thead>
      <tr>
        <th scope="col">${richText(see.row, { word })}</th>
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

/**
 * The picture of the bells, in units of its own: its width, its ground and the height of a bell.
 * Where there is more room at its sides, its lines go on there.
 */
const WIDE = 96;
const GROUND = 30;
const TALL = 27;
/** Where the numbers of the axis stand, and below them what they are. */
const NUMBERS = GROUND + 5;
const NAME = NUMBERS + 5;

/** The scores on the axis go so far from 0, at every d: as far as in the figure of chapter 2. */
const REACH = 40;
const UNIT = WIDE / 2 / REACH;

/**
 * The smallest figure that shows the root: the bells of scores on both sides, equally high, on one
 * axis for every d.
 */
function whyFigure({ words, result }: Screen): TemplateResult {
  const deviations = deviationsOf(result);
  const bell = (side: Side) => bellOf(side, WIDE / 2, GROUND, UNIT * deviations[side], TALL);
  const tick = (score: number) =>
    svg`<text x=${WIDE / 2 + UNIT * score} y=${NUMBERS}>${fixed(score, 0)}</text>`;
  // A number at the very end would be cut off.
  const scores = ticks(-REACH, REACH, 8).slice(1, -1);
  return html`<div class="silhouettes" role="img" aria-label=${words.bells}>
    <svg viewBox="0 0 ${WIDE} ${NAME + 1}" aria-hidden="true">
      ${SIDES.map(bell)}<path class="rule" d="M${-WIDE} ${GROUND}H${2 * WIDE}" />
      ${scores.map(tick)}<text x=${WIDE / 2} y=${NAME}>${words.axis}</text>
    </svg>
  </div>`;
}

/** From this deviation of the scores on the leading word usually has nearly all. */
const SHARP_DEVIATION = 4;
/** A row whose largest weight is above this gives one word nearly all. */
const SHARP_PEAK = 0.9;

/** How many times the weight of another word that word has which leads by so much. */
function factorOf(page: Page, lead: number): number {
  const behind = page.attention.engine?.weightArithmetic([0, lead], { scale: 1, index: 0 });
  return 1 / (behind?.exponential ?? 1);
}

function why(screen: Screen): TemplateResult {
  const { page, words, result } = screen;
  const { dim } = result.request;
  const { peak } = result.unscaled;
  const deviations = deviationsOf(result);
  const values = {
    dim,
    without: significant(deviations.unscaled, 2),
    withIt: significant(deviations.scaled, 2),
    factor: significant(Number(factorOf(page, deviations.unscaled).toPrecision(2)), 2),
    sharp: peak.filter((largest) => largest > SHARP_PEAK).length,
    rows: peak.length,
  };
  const size = deviations.unscaled < SHARP_DEVIATION ? words.sizeNear : words.size;
  return html`
    <p class="line"><strong>${typeset(words.why)}</strong></p>
    ${whyFigure(screen)}
    <p class="caption" aria-live="polite">${richText(size, values)}</p>
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
  guess,
  drag,
  see,
  why,
  share,
};

const isLast = ({ step }: Walk): boolean => step === STEPS.length - 1;

/** A dot for each screen, and the way to the whole page, which the last screen has at its end. */
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
    ${isLast(walk) ? nothing : html`<a href=${href} @click=${leave}>${words.whole}</a>`}
  </nav>`;
}

function turns({ words }: Screen, walk: Walk): TemplateResult {
  const turn = (by: number) => () => walk.show(walk.step + by);
  return html`<div class="turns">
    <button
      type="button"
      class="quiet"
      ?disabled=${walk.step === 0}
      @click=${turn(-1)}
    >← ${words.back}</button>
    ${
      isLast(walk)
        ? html`<button type="button" @click=${() => walk.leave()}>${words.whole}</button>`
        : html`<button type="button" @click=${turn(1)}>${words.next} →</button>`
    }
  </div>`;
}

function screenOf(screen: Screen, step: Step): TemplateResult {
  const { page, words } = screen;
  const { title } = words.steps[step];
  const content = () => {
    const { result } = page.attention;
    return SCREENS[step](result === null ? screen : { ...screen, result });
  };
  return html`<section class="screen" data-step=${step} aria-label=${unmarked(title)}>
    <h1 tabindex="-1">${typeset(title)}</h1>
    ${reads(page, content)}
  </section>`;
}

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
