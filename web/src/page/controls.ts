import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { repeated } from "../attention/words.js";
import { DEFINITIONS, EXAMPLE_WORDS, LIMITS, type State } from "../state/state.js";
import { choice, problem, slider } from "../ui/controls.js";
import { clamp, fieldProblem, numberField, rounded } from "../ui/number-field.js";
import { richText } from "../ui/rich.js";
import { exampleEditor } from "./example-editor.js";
import { failureNotice } from "./notices.js";
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

/** The worked example has three coordinates, whatever the slider was left at. */
const shownDim = (state: State) => (state.vectors === "example" ? EXAMPLE_WORDS.length : state.dim);

/** An arrow key moves a twelfth of an octave, at least by one; a page key an octave. */
export function dimStep(dim: number, by: number): number {
  const octaves = Math.abs(by) === 2 ? 1 : 1 / 12;
  const target = Math.round(dim * 2 ** (Math.sign(by) * octaves));
  const moved = target === dim ? dim + Math.sign(by) : target;
  return clamp(moved, LIMITS.dim);
}

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

function seed(page: Page): TemplateResult | typeof nothing {
  if (!page.shows("seed")) return nothing;
  const example = page.state.vectors === "example";
  return html`<fieldset role="presentation" class="control seed" ?disabled=${example}>
    ${box(page, "seed", page.text.controls.seed, 1)}
    <button type="button" @click=${() => page.resample()}>${page.text.controls.resample}</button>
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

/** As many as a note can name. */
const NAMED = 20;
const some = (list: readonly string[]) =>
  list.length > NAMED ? [...list.slice(0, NAMED), "…"] : list;

/** What was read, and what surprises, explained where it happens. */
export function words(page: Page): TemplateResult {
  const { text, state, reading } = page;
  const example = state.vectors === "example";
  const read = page.result?.request.words ?? reading.words;
  const again = example ? [] : repeated(read);
  const dropped = example || reading.problem !== null ? [] : reading.dropped;
  return html`<div class="words" id="words">
    <ul class="chips" aria-label=${text.controls.wordsRead}>
      ${read.map((entry) => html`<li><bdi>${entry}</bdi></li>`)}
    </ul>
    <span class="computing" aria-hidden=${!page.computing}>${text.controls.computing}</span>
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

function shareBox(page: Page): TemplateResult | typeof nothing {
  if (page.shareLink === null) return nothing;
  const { share } = page.text;
  return html`<div class="share-box" role="group" aria-label=${share.title}>
    <label for="share-link">${page.shareCopied ? share.copied : share.copy}</label>
    <input id="share-link" type="text" readonly .value=${page.shareLink} @focus=${(event: FocusEvent) => (event.target as HTMLInputElement).select()} />
    <button type="button" @click=${() => page.closeShare()}>${share.close}</button>
    ${page.pieces?.render() ?? nothing}
    ${page.piecesProblem === null ? nothing : failureNotice(page, [page.text.problems.compute(page.piecesProblem)])}
  </div>`;
}

/** What the second row can hold. */
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
        ${page.shows("share") ? html`<button class="share" type="button" @click=${() => page.share()}>${text.controls.share}</button>` : nothing}
      </div>
    </div>
    <button type="button" class="quiet more-toggle" aria-expanded=${page.more} @click=${() => page.toggleMore()}>
      ${text.controls.more} ${page.more ? "▴" : "▾"}
    </button>
    ${shareBox(page)} ${second ? html`<div class="row second">${choices(page)} ${exponent(page)}</div>` : nothing}
  </section>`;
}
