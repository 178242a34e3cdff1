/**
 * A list that opens. In a script of its own: the first screen has none but that of the languages.
 */
import { html, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { unmarked } from "../text/typeset.js";
import type { Chosen } from "./controls.js";

type Select = Chosen<string> & { readonly id: string };

/** A list sets no mathematics. */
export function selectField({ id, label, value, options, choose }: Select): TemplateResult {
  return html`<div class="field">
    <label for=${id}>${unmarked(label)}</label>
    <select id=${id} @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}>
      ${options.map(
        ([option, text]) => html`<option
          value=${option}
          .selected=${live(option === value)}
        >${unmarked(text)}</option>`,
      )}
    </select>
  </div>`;
}
