/** The second sentence: its field, and its words. */
import { html, nothing, type TemplateResult } from "lit";
import type { Page } from "../page/page.js";
import { START } from "../state/state.js";
import { type Reading, readWords } from "../state/words.js";
import { say } from "../text/rich.js";
import { textField } from "../ui/controls.js";
import { piece } from "./figure-alone.js";
import { glossesOf } from "./glosses.js";
import type { PartView } from "./part-view.js";
import { SECOND_WORDS } from "./second-words.js";

/**
 * The second sentence as it is read, or that of the worked example; one that cannot be read leaves
 * the words of the last one that could.
 */
export class SecondSentence {
  reading: Reading = readWords(START.second);
  words: readonly string[] = SECOND_WORDS;

  read({ state }: Pick<Page, "state">): void {
    this.reading = readWords(state.second, state.secondcuts);
    if (state.vectors === "example") this.words = SECOND_WORDS;
    else if (this.reading.problem === null) this.words = this.reading.words;
  }
}

/** The field, with what is wrong in it. The worked example has its own second sentence. */
export function secondField(view: PartView, reading: Reading, label: string): TemplateResult {
  const { page, state } = view;
  const example = state.vectors === "example";
  const found = example ? null : reading.problem;
  const wrong = found && say(page.text.problems.sentence[found.kind], found);
  const id = view.idOf("second");
  const hint = `${id}-glosses`;
  const glosses = glossesOf(example ? SECOND_WORDS : reading.words, view.common.glosses);
  const input = (second: string) =>
    page.set({ second, pair: null, ...(example ? { vectors: "random" } : {}) });
  return html`<div class="setting list sentence">
    ${textField({
      id,
      label,
      wrong,
      hint: glosses === "" ? "" : hint,
      input,
      prose: true,
      value: example ? SECOND_WORDS.join(" ") : state.second,
      after:
        glosses === ""
          ? nothing
          : piece("glosses", html`<span class="hint" id=${hint}>${glosses}</span>`),
    })}
  </div>`;
}
