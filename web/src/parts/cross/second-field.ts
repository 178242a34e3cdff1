/** The field of the second sentence, with what is wrong in it. */
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { Reading } from "../../attention/words.js";
import { problem } from "../../ui/controls.js";
import type { PartView, Words } from "../part-view.js";
import { SECOND_WORDS } from "./two-sentences.js";

export function secondField(
  view: PartView<Words>,
  reading: Reading,
  label: string,
): TemplateResult {
  const { page, state } = view;
  const example = state.vectors === "example";
  const found = example ? null : reading.problem;
  const wrong = found && page.text.problems.sentence(found);
  const id = view.idOf("second");
  const input = (event: InputEvent) => {
    const second = (event.target as HTMLInputElement).value;
    page.set({ second, pair: null, ...(example ? { vectors: "random" } : {}) });
  };
  return html`<div class="setting list sentence">
    <div class="field">
      <label for=${id}>${label}</label>
      <input
        id=${id}
        type="text"
        dir="auto"
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        aria-invalid=${wrong === null ? "false" : "true"}
        aria-describedby=${wrong === null ? nothing : `${id}-problem`}
        .value=${live(example ? SECOND_WORDS.join(" ") : state.second)}
        @input=${input}
      />
    </div>
    ${problem(id, wrong)}
  </div>`;
}
