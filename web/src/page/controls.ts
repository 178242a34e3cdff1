import { html, nothing, type TemplateResult } from "lit";
import { coordinates } from "../draw/table.js";
import { readNumber } from "../keys/key.js";
import { viewOmits } from "../state/chapters.js";
import type { State, WordKey } from "../state/state.js";
import { EXAMPLE_WORDS, LIMITS, SETTINGS, START } from "../state/state.js";
import { repeated } from "../state/words.js";
import { fixed } from "../text/numbers.js";
import { say } from "../text/rich.js";
import { unmarked } from "../text/typeset.js";
import { choice, problem, textField, textInput } from "../ui/controls.js";
import { ICONS } from "../ui/icons.js";
import { richText, typeset } from "../ui/rich.js";
import type { BarSettings, BarSlider } from "./bar-settings.js";
import { drafted } from "./field-drafts.js";
import { moves } from "./motion.js";
import { numberField, numberSlider, sliderAndField } from "./number-field.js";
import type { Page } from "./page.js";

/** What stands in a place of the page, which may be nothing. */
export type Content = TemplateResult | typeof nothing;

const isExample = ({ state }: Page) => state.vectors === "example" && !viewOmits(state, "vectors");

/** A control that the worked example does not need: nothing where it is hidden. */
const control = (page: Page, part: "sentence" | "dim" | "seed", content: () => unknown): Content =>
  page.shows(part)
    ? html`<fieldset
      role="presentation"
      class="control ${part}"
      ?disabled=${isExample(page)}
    >${content()}</fieldset>`
    : nothing;

/** The worked example has three coordinates, whatever the state's d is. */
const shownDim = (page: Page) => (isExample(page) ? EXAMPLE_WORDS.length : page.state.dim);

const dimOf = (page: Page) => ({ key: "dim", log: true, value: shownDim(page) }) as const;

const PAGE_DIM: BarSlider = { key: "dim", name: "$d$", log: true };

/** What the bar says of the worked example's d. */
export const EXAMPLE_DIM = `$d$ = ${EXAMPLE_WORDS.length}`;

const dimension = (page: Page): Content =>
  control(page, "dim", () => {
    const { dim: label, dimNumber: fieldLabel } = page.text.controlRows;
    return moves(page, () => sliderAndField(page, { ...dimOf(page), label, fieldLabel }));
  });

/**
 * The slider of d alone, with its value for a label.
 * @param most the d at its right end
 */
export const dimSlider = (page: Page, id: string, most = LIMITS.dim.most): Content =>
  control(page, "dim", () =>
    moves(page, () =>
      numberSlider(page, { ...dimOf(page), id, most, label: `$d$ = ${shownDim(page)}` }),
    ),
  );

/** A slider of the bar, with its value for a label; the d of the page, unless it is given one. */
export function barSlider(page: Page, given?: BarSlider | string): Content {
  const slider = given ?? (isExample(page) ? EXAMPLE_DIM : PAGE_DIM);
  if (typeof slider === "string") return html`<span class="control dim">${typeset(slider)}</span>`;
  const { key, name } = slider;
  if (!page.shows(key === "dim" || key === "exponent" ? key : "controls")) return nothing;
  const moving = () => {
    const label = `${name} = ${page.state[key]}`;
    return numberSlider(page, { ...slider, id: `bar-${key}`, label });
  };
  return html`<div class="control dim">${moves(page, moving)}</div>`;
}

export const sentenceControl = (page: Page): Content =>
  control(page, "sentence", () => {
    const { text, state, answers } = page;
    const { problem: found } = answers.reading;
    const wrong = found && say(text.problems.sentence[found.kind], found);
    return textField({
      id: "sentence",
      label: text.controlRows.sentence,
      wrong,
      hint: "words",
      prose: true,
      value: isExample(page) ? EXAMPLE_WORDS.join(" ") : state.sentence,
      input: (sentence) => page.set({ sentence }),
    });
  });

type SeedKey = NonNullable<BarSettings["seed"]>;

/** Resample draws seeds below this: short enough to read out, and enough of them. */
const SEEDS = 10_000;

const seed = (page: Page): Content =>
  control(page, "seed", () => {
    const { seed: label } = page.text.controlRows;
    return numberField(page, { key: "seed", label, after: drawButton(page) });
  });

/** @param key the seed that it changes */
function drawButton(page: Page, key: SeedKey = "seed"): TemplateResult {
  const draw = () => page.set({ [key]: Math.floor(Math.random() * SEEDS) });
  return html`<button
    type="button"
    class="quiet"
    @click=${draw}
  >${ICONS.resample} ${page.text.controlRows.resample}</button>`;
}

/** The worked example is drawn from no seed. */
export const resampleButton = (page: Page, key: SeedKey = "seed"): Content =>
  page.shows("seed") && !(key === "seed" && isExample(page))
    ? html`<div class="control seed">${drawButton(page, key)}</div>`
    : nothing;

function exponent(page: Page): Content {
  if (!page.shows("exponent")) return nothing;
  const { controlRows } = page.text;
  const { exponent: label, exponentHint, exponentFormula } = controlRows;
  const fieldLabel = `${label} (${exponentHint})`;
  const after = html`<span class="hint" aria-hidden="true">${typeset(exponentFormula)}</span>`;
  const field = { key: "exponent", label, fieldLabel, step: 0.01, mark: 0.5, after } as const;
  return html`<div class="control exponent">${moves(page, () => sliderAndField(page, field))}</div>`;
}

/** A choice among the words of a key, each with its name. */
export const wordChoice = <K extends WordKey>(
  page: Page,
  key: K,
  label: string,
  names: Readonly<Record<State[K], string>>,
  value = page.state[key],
  id: string = key,
): TemplateResult =>
  choice<State[K]>({
    name: id,
    label,
    value,
    options: Object.entries(names) as [State[K], string][],
    choose: (word) => page.set({ [key]: word }),
  });

function choices(page: Page): TemplateResult {
  const { text, state } = page;
  const { vectors, projections } = text.controlRows.names;
  const used = isExample(page) ? "identity" : state.projections;
  return html`${
    page.shows("vectors") ? wordChoice(page, "vectors", text.controlRows.vectors, vectors) : nothing
  }
    ${
      page.shows("projections")
        ? html`<fieldset role="presentation" ?disabled=${isExample(page)}>
            ${wordChoice(page, "projections", text.controlRows.projections, projections, used)}
          </fieldset>`
        : nothing
    }`;
}

/** The worked example's word vectors as a table of fields. */
export function exampleEditor(page: Page): TemplateResult {
  const { x } = page.state;
  const { text } = page;
  const { tables } = text.matrices;
  const fields = x.map((entries, row) =>
    entries.map((entry, col) => ({
      label: `${EXAMPLE_WORDS[row]}, ${col + 1}`,
      entry,
      problem: "x-problem",
      ...drafted(page, `x${row},${col}`, String(entry), (typed) => {
        const read = readNumber(typed, LIMITS.x);
        if (read === undefined) {
          return say(text.problems.decimal, {
            least: fixed(LIMITS.x.least, 0),
            most: LIMITS.x.most,
          });
        }
        return { x: x.map((list, i) => (i === row ? list.with(col, read) : list)) };
      }),
    })),
  );
  const labels = coordinates(3).map((label) => html`<th scope="col">${label}</th>`);
  const wrong = fields.flat().find((field) => field.wrong !== null)?.wrong ?? null;
  return html`<div class="editor">
    <table aria-label=${unmarked(tables.x)}>
      <caption>${typeset(tables.x)}</caption>
      <thead>
        <tr><th><span class="visually-hidden">${text.matrices.corner}</span></th>${labels}</tr>
      </thead>
      <tbody>
        ${fields.map(
          (entries, row) => html`<tr>
            <th scope="row">${EXAMPLE_WORDS[row]}</th>
            ${entries.map(
              (field) => html`<td data-value=${String(field.entry)}>${textInput(field)}</td>`,
            )}
          </tr>`,
        )}
      </tbody>
    </table>
    ${problem("x", wrong)}
  </div>`;
}

/** How many words a note names. */
const NAMED_WORDS = 20;
const some = (list: readonly string[]) =>
  list.length > NAMED_WORDS ? [...list.slice(0, NAMED_WORDS), "…"] : list;

/** The words that are on screen. */
const shownWords = ({ attention, answers }: Page) =>
  attention.result?.queryWords ?? answers.reading.words;

export const chips = (page: Page, words = shownWords(page)): TemplateResult =>
  html`<ul class="chips" aria-label=${page.text.controlRows.wordsRead}>
    ${words.map((entry) => html`<li><bdi>${entry}</bdi></li>`)}
  </ul>`;

/** The note about words that occur more than once. */
export const repeatedNote = ({ text: { controlRows } }: Page, again: readonly string[]) =>
  richText(controlRows.repeated, {
    words: again.join(controlRows.comma),
    appear: controlRows.appear[again.length === 1 ? "one" : "more"],
  });

/** The words that were read, with notes on what was left out, repeated or fixed. */
export function wordList(page: Page): TemplateResult {
  const { text, state, attention } = page;
  const { reading } = page.answers;
  const example = isExample(page);
  const again = example ? [] : repeated(shownWords(page));
  const dropped = example || reading.problem !== null ? [] : reading.dropped;
  const { controlRows } = text;
  const notes = [
    dropped.length > 0 && say(controlRows.dropped, { dropped: some(dropped).join(" ") }),
    again.length > 0 && repeatedNote(page, again),
    example && richText(controlRows.example),
    !example && state.projections === "identity" && richText(controlRows.identity),
  ];
  return html`<div class="words" id="words">
    ${chips(page)}
    <span class="computing" aria-hidden=${!attention.pending}>${controlRows.computing}</span>
    ${notes.map((note) => (note === false ? nothing : html`<p class="note">${note}</p>`))}
    ${example ? exampleEditor(page) : nothing}
  </div>`;
}

/** What a closed fold hides, also on a phone, when a link or an attribute has set it. */
const FOLDED = ["seed", "vectors", "projections", "x"] as const;

/**
 * Whether the fold of the controls starts open: what is set is in sight, and few controls need no
 * fold.
 */
export const startsOpen = (page: Page): boolean =>
  FOLDED.some((key) => page.state[key] !== START[key]) ||
  (["sentence", "dim", "exponent"] as const).filter((part) => page.shows(part)).length < 2;

export function controls(page: Page): Content {
  const { text } = page;
  const settable = SETTINGS.some((part) => page.shows(part));
  const second = page.shows("vectors") || page.shows("projections");
  if (!settable && !page.shows("share") && !page.shows("download")) return nothing;
  // Who gets to a control behind the button by keyboard, a screen reader or a search in the page
  // opens it so.
  const open = () => page.more || page.toggleMore();
  return html`<section
    part="controls"
    class="controls"
    aria-label=${text.controlRows.label}
    data-more=${page.more}
    data-second=${second}
  >
    <div class="row first">${sentenceControl(page)} ${dimension(page)} ${exponent(page)}</div>
    <div class="row line">
      ${seed(page)}
      ${
        settable
          ? html`<button
            type="button"
            class="quiet reset"
            @click=${() => page.reset()}
          >${text.controlRows.reset}</button>
              <button
                type="button"
                class="quiet more-toggle"
                aria-expanded=${page.more}
                @click=${() => page.toggleMore()}
              >${text.controlRows.more} ${page.more ? ICONS.less : ICONS.more}</button>`
          : nothing
      }
      <div class="control buttons">
        ${
          page.shows("download")
            ? html`<button
              type="button"
              class="quiet"
              ?disabled=${page.attention.result === null}
              @click=${() => page.download.open(null)}
            >${ICONS.download} ${text.export.download}</button>`
            : nothing
        }
        ${page.shows("share") ? page.sharing.render() : nothing}
      </div>
    </div>
    ${
      second
        ? html`<div
          class="row second"
          @focusin=${open}
          @scroll=${open}
        >${choices(page)}</div>`
        : nothing
    }
  </section>`;
}

/**
 * The buttons that show a figure alone over the whole screen, and that open the export menu for it.
 */
export function exportButton(page: Page, id: string, title: string) {
  if (!page.shows("download")) return nothing;
  const called = unmarked(title);
  const exported = say(page.text.export.button, { title: called });
  return html`<button
      type="button"
      class="quiet enlarge"
      data-figure=${id}
      title=${page.text.export.enlarge}
      aria-label="${page.text.export.enlarge}: ${called}"
      @click=${() => page.enlarge(id)}
    >${ICONS.enlarge}</button
        ><button
          type="button"
          class="quiet take"
          title=${exported}
          aria-label=${exported}
          @click=${() => page.download.open(id)}
        >${ICONS.download}</button>`;
}
