/** The field of the second sentence, and its words. */
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { type Reading, readWords } from "../attention/words.js";
import type { Page } from "../page/page.js";
import { START, type State } from "../state/state.js";
import { problem } from "../ui/controls.js";
import type { PartView, Words } from "./part-view.js";

export class SecondSentence {
  /** As it was read last. */
  reading: Reading = readWords(START.second, "en");
  /** A sentence that cannot be read leaves the words of the last one that could. */
  words = this.reading.words;

  read({ state, language }: Pick<Page, "state" | "language">): readonly string[] {
    this.reading = readWords(state.second, language);
    if (this.reading.problem === null) this.words = this.reading.words;
    return this.words;
  }
}

/**
 * The field, with what is wrong in it.
 * @param fixed what stands in it in place of what was typed; typing then makes `change` too
 */
export function secondField(
  view: PartView<Words>,
  { reading }: SecondSentence,
  change: Partial<State> = {},
  fixed?: string,
): TemplateResult {
  const { page, common, state } = view;
  const found = fixed === undefined ? reading.problem : null;
  const wrong = found && page.text.problems.sentence(found);
  const id = view.idOf("second");
  const input = (event: InputEvent) =>
    page.set({ second: (event.target as HTMLInputElement).value, ...change });
  return html`<div class="setting list sentence">
    <div class="field">
      <label for=${id}>${common.second}</label>
      <input
        id=${id}
        type="text"
        dir="auto"
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        aria-invalid=${wrong === null ? "false" : "true"}
        aria-describedby=${wrong === null ? nothing : `${id}-problem`}
        .value=${live(fixed ?? state.second)}
        @input=${input}
      />
    </div>
    ${problem(id, wrong)}
  </div>`;
}
