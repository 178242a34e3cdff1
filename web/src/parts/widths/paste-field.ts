/** A field for a pasted matrix. What cannot be read stays, with a sentence that names the line and the column. */
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { Matrix } from "../../engine/api.js";
import type { PartView } from "../../part-kit/part-view.js";
import type { en } from "../../text/en/widths.js";
import { problem } from "../../ui/controls.js";
import { typeset } from "../../ui/rich.js";
import { onOneLine, readMatrix } from "./pasted.js";

type View = PartView<typeof en>;

/** What is wrong with a matrix, alone or in its place; null where nothing is. */
export const wrongWith = ({ text }: View, read: Matrix | string, rows: number): string | null =>
  typeof read === "string"
    ? read
    : read.rows === rows
      ? null
      : text.paste.shape(read.rows, read.cols, rows);

/** @param rows how many the matrix must have: d_model */
export function pasteField(view: View, key: "wq" | "wk" | "wv", rows: number): TemplateResult {
  const { page, state, text } = view;
  const id = view.idOf(key);
  const draft = page.drafts.get(key);
  const wrong = draft?.problem ?? wrongWith(view, readMatrix(state[key], text.paste), rows);
  const input = (event: InputEvent) => {
    const typed = (event.target as HTMLTextAreaElement).value;
    const read = readMatrix(typed, text.paste);
    page.drafts.type(key, typed, typeof read === "string" ? read : { [key]: onOneLine(typed) });
  };
  return html`<div class="setting list paste">
    <div class="field">
      <label for=${id}>${typeset(text.paste[key])}</label>
      <textarea
        id=${id}
        rows="4"
        aria-label=${text.paste[key]}
        autocomplete="off"
        spellcheck="false"
        aria-invalid=${wrong === null ? "false" : "true"}
        aria-describedby=${wrong === null ? nothing : `${id}-problem`}
        .value=${live(draft?.text ?? state[key].replaceAll(";", "\n"))}
        @input=${input}
      ></textarea>
    </div>
    ${problem(id, wrong)}
  </div>`;
}
