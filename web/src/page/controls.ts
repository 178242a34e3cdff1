import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { repeated } from "../attention/words.js";
import { DEFINITIONS, EXAMPLE_WORDS, LIMITS, type State } from "../state/state.js";
import { choice, problem, slider } from "../ui/controls.js";
import { clamp, fieldProblem, numberField, octaveStep, rounded } from "../ui/number-field.js";
import { richText } from "../ui/rich.js";
import { exampleEditor } from "./example-editor.js";
import type { Page } from "./page.js";

function box(
  page: Page,
  key: "dim" | "seed" | "exponent",
  label: string,
  step: number,
  labelHidden = false,
): TemplateResult {
  const value = key === "dim" ? { value: shownDim(page.state) } : {};
  const allowed = page.text.problems[key];
  return numberField(page, { key, label, step, allowed, labelHidden, ...value });
}

/** The worked example has three coordinates, whatever the state's d is. */
const shownDim = (state: State) => (state.vectors === "example" ? EXAMPLE_WORDS.length : state.dim);

/** The dimension after a key of its slider. */
export const dimStep = (dim: number, by: number) => octaveStep(dim, by, 1, LIMITS.dim);

function dimension(page: Page): TemplateResult | typeof nothing {
  if (!page.shows("dim")) return nothing;
  const { text, state } = page;
  const example = state.vectors === "example";
  const dim = shownDim(state);
  return html`<fieldset role="presentation" class="control dim" ?disabled=${example}>
    ${slider({
      id: "dim",
      label: text.controls.dim,
      least: 0,
      most: Math.log2(LIMITS.dim.most),
      step: 0.001,
      position: Math.log2(dim),
      valueText: String(dim),
      move: (position) => page.set({ dim: clamp(Math.round(2 ** position), LIMITS.dim) }),
      key: (by) => page.set({ dim: dimStep(state.dim, by) }),
    })}
    ${box(page, "dim", text.controls.dimNumber, 1, true)}
    ${fieldProblem(page, "dim")}
  </fieldset>`;
}

function sentence(page: Page): TemplateResult | typeof nothing {
  if (!page.shows("sentence")) return nothing;
  const { text, state, reading } = page;
  const wrong = reading.problem === null ? null : text.problems.sentence(reading.problem);
  const example = state.vectors === "example";
  return html`<fieldset role="presentation" class="control sentence" ?disabled=${example}>
    <div class="field">
      <label for="sentence">${text.controls.sentence}</label>
      <input
        id="sentence"
        type="text"
        dir="auto"
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        aria-invalid=${wrong === null ? "false" : "true"}
        aria-describedby=${wrong === null ? "words" : "sentence-problem"}
        .value=${live(example ? EXAMPLE_WORDS.join(" ") : state.sentence)}
        @input=${(event: InputEvent) => page.set({ sentence: (event.target as HTMLInputElement).value })}
      />
    </div>
    ${problem("sentence", wrong)}
  </fieldset>`;
}

/** Resample draws seeds below this: short enough to read out, and enough of them. */
const SEEDS = 10_000;

function seed(page: Page): TemplateResult | typeof nothing {
  if (!page.shows("seed")) return nothing;
  const example = page.state.vectors === "example";
  return html`<fieldset role="presentation" class="control seed" ?disabled=${example}>
    ${box(page, "seed", page.text.controls.seed, 1)}
    <button type="button" @click=${() => page.set({ seed: Math.floor(Math.random() * SEEDS) })}>${page.text.controls.resample}</button>
    ${fieldProblem(page, "seed")}
  </fieldset>`;
}

function exponent(page: Page): TemplateResult | typeof nothing {
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
    <span class="hint" aria-hidden="true">${text.controls.exponentHint}</span>
    ${fieldProblem(page, "exponent")}
  </div>`;
}

function choices(page: Page): TemplateResult {
  const { text, state } = page;
  const vectorNames = {
    random: text.controls.vectorsRandom,
    example: text.controls.vectorsExample,
  };
  const projectionNames = {
    random: text.controls.projectionsRandom,
    identity: text.controls.projectionsIdentity,
  };
  const projections = state.vectors === "example" ? "identity" : state.projections;
  return html`${
    page.shows("vectors")
      ? choice<State["vectors"]>({
          name: "vectors",
          label: text.controls.vectors,
          value: state.vectors,
          options: DEFINITIONS.vectors.words.map((value) => [value, vectorNames[value]] as const),
          choose: (vectors) => page.set({ vectors }),
        })
      : nothing
  }
  ${
    page.shows("projections")
      ? html`<fieldset role="presentation" ?disabled=${state.vectors === "example"}>
          ${choice<State["projections"]>({
            name: "projections",
            label: text.controls.projections,
            value: projections,
            options: DEFINITIONS.projections.words.map(
              (value) => [value, projectionNames[value]] as const,
            ),
            choose: (value) => page.set({ projections: value }),
          })}
        </fieldset>`
      : nothing
  }`;
}

/** How many words a note names. */
const NAMED = 20;
const some = (list: readonly string[]) =>
  list.length > NAMED ? [...list.slice(0, NAMED), "…"] : list;

/** The words that were read, with notes on what was left out, repeated or fixed. */
export function words(page: Page): TemplateResult {
  const { text, state, reading } = page;
  const example = state.vectors === "example";
  const read = page.result?.queryWords ?? reading.words;
  const again = example ? [] : repeated(read);
  const dropped = example || reading.problem !== null ? [] : reading.dropped;
  return html`<div class="words" id="words">
    <ul class="chips" aria-label=${text.controls.wordsRead}>
      ${read.map((entry) => html`<li><bdi>${entry}</bdi></li>`)}
    </ul>
    <span class="computing" aria-hidden=${!page.attention.pending}>${text.controls.computing}</span>
    ${dropped.length > 0 ? html`<p class="note">${text.controls.dropped(some(dropped))}</p>` : nothing}
    ${again.length > 0 ? html`<p class="note">${richText(text.controls.repeated(again))}</p>` : nothing}
    ${example ? html`<p class="note">${richText(text.controls.example)}</p>${exampleEditor(page)}` : nothing}
    ${
      !example && state.projections === "identity"
        ? html`<p class="note">${richText(text.controls.identity)}</p>`
        : nothing
    }
  </div>`;
}

/** The controls of the second row. */
const SECOND = ["vectors", "projections", "exponent"] as const;

export function controls(page: Page): TemplateResult | typeof nothing {
  const { text } = page;
  const second = SECOND.some((part) => page.shows(part));
  const settable =
    second || (["sentence", "dim", "seed"] as const).some((part) => page.shows(part));
  if (!settable && !page.shows("share") && !page.shows("download")) return nothing;
  return html`<section class="controls" aria-label=${text.controls.label} data-more=${page.more}>
    <div class="row first">
      ${sentence(page)} ${dimension(page)} ${seed(page)}
      <div class="control buttons">
        ${settable ? html`<button type="button" @click=${() => page.reset()}>${text.controls.reset}</button>` : nothing}
        ${page.shows("download") ? html`<button type="button" ?disabled=${page.result === null} @click=${() => page.take(null)}>${text.take.download}</button>` : nothing}
        ${page.shows("share") ? html`<button class="share" type="button" @click=${() => page.sharing.open()}>${text.controls.share}</button>` : nothing}
      </div>
    </div>
    <button type="button" class="quiet more-toggle" aria-expanded=${page.more} @click=${() => page.toggleMore()}>
      ${text.controls.more} ${page.more ? "▴" : "▾"}
    </button>
    ${page.sharing.render()} ${second ? html`<div class="row second">${choices(page)} ${exponent(page)}</div>` : nothing}
  </section>`;
}
