import { html, nothing, type TemplateResult } from "lit";
import { repeated } from "../attention/words.js";
import { chapterOmits } from "../state/chapters.js";
import { EXAMPLE_WORDS, LIMITS, SETTINGS, START, type State } from "../state/state.js";
import { choice, problem, slider, textField } from "../ui/controls.js";
import { ICONS } from "../ui/icons.js";
import { richText, typeset } from "../ui/rich.js";
import { exampleEditor } from "./example-editor.js";
import { clamp, fieldProblem, numberField, octaveStep, rounded } from "./number-field.js";
import type { Page } from "./page.js";

type Content = TemplateResult | typeof nothing;

const isExample = ({ state }: Page) =>
  state.vectors === "example" && !chapterOmits(state, "vectors");

/** A control that the worked example does not need: nothing where it is hidden. */
const control = (page: Page, part: "sentence" | "dim" | "seed", content: () => unknown): Content =>
  page.shows(part)
    ? html`<fieldset role="presentation" class="control ${part}" ?disabled=${isExample(page)}>${content()}</fieldset>`
    : nothing;

function box(
  page: Page,
  key: "dim" | "seed" | "exponent",
  label: string,
  step: number,
  labelHidden = false,
): TemplateResult {
  const value = key === "dim" ? { value: shownDim(page) } : {};
  return numberField(page, { key, label, step, labelHidden, ...value });
}

/** The worked example has three coordinates, whatever the state's d is. */
const shownDim = (page: Page) => (isExample(page) ? EXAMPLE_WORDS.length : page.state.dim);

/** The dimension after a key of its slider. */
export const dimStep = (dim: number, by: number) => octaveStep(dim, by, 1, LIMITS.dim);

function dimTrack(page: Page, id: string, label: string): TemplateResult {
  const dim = shownDim(page);
  return slider({
    id,
    label,
    least: 0,
    most: Math.log2(LIMITS.dim.most),
    step: 0.001,
    position: Math.log2(dim),
    valueText: String(dim),
    move: (position) => page.set({ dim: clamp(Math.round(2 ** position), LIMITS.dim) }),
    key: (by) => page.set({ dim: dimStep(page.state.dim, by) }),
  });
}

const dimension = (page: Page): Content =>
  control(page, "dim", () => {
    const { dim, dimNumber } = page.text.controls;
    return html`${dimTrack(page, "dim", dim)} ${box(page, "dim", dimNumber, 1, true)}
    ${fieldProblem(page, "dim")}`;
  });

/** The slider of d alone, with its value for a label. */
export const dimSlider = (page: Page, id: string): Content =>
  control(page, "dim", () => dimTrack(page, id, `d = ${shownDim(page)}`));

const sentence = (page: Page): Content =>
  control(page, "sentence", () => {
    const { text, state, answers } = page;
    const { problem: found } = answers.reading;
    const wrong = found && text.problems.sentence[found.kind](found.count);
    return html`${textField({
      ...{ id: "sentence", label: text.controls.sentence, wrong, hint: "words", prose: true },
      value: isExample(page) ? EXAMPLE_WORDS.join(" ") : state.sentence,
      input: (sentence) => page.set({ sentence }),
    })}
      ${problem("sentence", wrong)}`;
  });

/** Resample draws seeds below this: short enough to read out, and enough of them. */
const SEEDS = 10_000;

const seed = (page: Page): Content =>
  control(page, "seed", () => {
    return html`${box(page, "seed", page.text.controls.seed, 1)} ${drawButton(page)}
      ${fieldProblem(page, "seed")}`;
  });

function drawButton(page: Page): TemplateResult {
  const draw = () => page.set({ seed: Math.floor(Math.random() * SEEDS) });
  return html`<button type="button" class="quiet" @click=${draw}>${ICONS.resample} ${page.text.controls.resample}</button>`;
}

export const resampleButton = (page: Page): Content =>
  control(page, "seed", () => drawButton(page));

function exponent(page: Page): Content {
  if (!page.shows("exponent")) return nothing;
  const { text, state } = page;
  return html`<div class="control exponent">
    ${slider({
      id: "exponent",
      label: text.controls.exponent,
      ...LIMITS.exponent,
      step: 0.01,
      position: state.exponent,
      valueText: String(state.exponent),
      mark: 0.5,
      move: (position) => page.set({ exponent: rounded(position) }),
    })}
    ${box(page, "exponent", `${text.controls.exponent} (${text.controls.exponentHint})`, 0.01, true)}
    <span class="hint" aria-hidden="true">${typeset(text.controls.exponentFormula)}</span>
    ${fieldProblem(page, "exponent")}
  </div>`;
}

/** A choice among the words of a key, each with its name. */
function wordChoice<K extends "vectors" | "projections">(
  page: Page,
  key: K,
  value: State[K],
  names: Readonly<Record<State[K], string>>,
): TemplateResult {
  return choice<State[K]>({
    ...{ name: key, label: page.text.controls[key], value },
    options: (Object.keys(names) as State[K][]).map((word) => [word, names[word]]),
    choose: (word) => page.set({ [key]: word }),
  });
}

function choices(page: Page): TemplateResult {
  const { text, state } = page;
  const { vectors, projections } = text.controls.names;
  const used = isExample(page) ? "identity" : state.projections;
  return html`${page.shows("vectors") ? wordChoice(page, "vectors", state.vectors, vectors) : nothing}
    ${
      page.shows("projections")
        ? html`<fieldset role="presentation" ?disabled=${isExample(page)}>
            ${wordChoice(page, "projections", used, projections)}
          </fieldset>`
        : nothing
    }`;
}

/** How many words a note names. */
const NAMED = 20;
const some = (list: readonly string[]) =>
  list.length > NAMED ? [...list.slice(0, NAMED), "…"] : list;

/** The words that are on screen. */
const shownWords = ({ attention, answers }: Page) =>
  attention.result?.queryWords ?? answers.reading.words;

export const chips = (page: Page): TemplateResult =>
  html`<ul class="chips" aria-label=${page.text.controls.wordsRead}>
    ${shownWords(page).map((entry) => html`<li><bdi>${entry}</bdi></li>`)}
  </ul>`;

/** The words that were read, with notes on what was left out, repeated or fixed. */
export function words(page: Page): TemplateResult {
  const { text, state, attention } = page;
  const { reading } = page.answers;
  const example = isExample(page);
  const again = example ? [] : repeated(shownWords(page));
  const dropped = example || reading.problem !== null ? [] : reading.dropped;
  const { controls } = text;
  const notes = [
    dropped.length > 0 && controls.dropped(some(dropped)),
    again.length > 0 && richText(controls.repeated(again)),
    example && richText(controls.example),
    !example && state.projections === "identity" && richText(controls.identity),
  ];
  return html`<div class="words" id="words">
    ${chips(page)}
    <span class="computing" aria-hidden=${!attention.pending}>${controls.computing}</span>
    ${notes.map((note) => (note === false ? nothing : html`<p class="note">${note}</p>`))}
    ${example ? exampleEditor(page) : nothing}
  </div>`;
}

/** What a closed fold hides, also on a phone, when a link or an attribute has set it. */
const FOLDED = ["seed", "vectors", "projections", "x"] as const;

/** Whether the fold of the controls starts open: what is set is in sight, and few controls need no fold. */
export const startsOpen = (page: Page): boolean =>
  FOLDED.some((key) => page.state[key] !== START[key]) ||
  (["sentence", "dim", "exponent"] as const).filter((part) => page.shows(part)).length < 2;

export function controls(page: Page): Content {
  const { text } = page;
  const settable = SETTINGS.some((part) => page.shows(part));
  const second = page.shows("vectors") || page.shows("projections");
  if (!settable && !page.shows("share") && !page.shows("download")) return nothing;
  // Who gets to a control behind the button by keyboard, a screen reader or a search in the page opens it so.
  const open = () => page.more || page.toggleMore();
  return html`<section part="controls" class="controls" aria-label=${text.controls.label} data-more=${page.more} data-second=${second}>
    <div class="row first">${sentence(page)} ${dimension(page)} ${exponent(page)}</div>
    <div class="row line">
      ${seed(page)}
      ${
        settable
          ? html`<button type="button" class="quiet reset" @click=${() => page.reset()}>${text.controls.reset}</button>
              <button type="button" class="quiet more-toggle" aria-expanded=${page.more} @click=${() => page.toggleMore()}>${text.controls.more} ${page.more ? ICONS.less : ICONS.more}</button>`
          : nothing
      }
      <div class="control buttons">
        ${page.shows("download") ? html`<button type="button" class="quiet" ?disabled=${page.attention.result === null} @click=${() => page.download.open(null)}>${ICONS.download} ${text.export.download}</button>` : nothing}
        ${page.shows("share") ? page.sharing.render() : nothing}
      </div>
    </div>
    ${second ? html`<div class="row second" @focusin=${open} @scroll=${open}>${choices(page)}</div>` : nothing}
  </section>`;
}
