import { html, type TemplateResult } from "lit";

/** A text field with a text to copy, selected when it is focused. */
export const copyText = (label: string, text: string, rows: number): TemplateResult =>
  html`<textarea
    readonly
    rows=${rows}
    spellcheck="false"
    aria-label=${label}
    .value=${text}
    @focus=${(event: FocusEvent) => (event.target as HTMLTextAreaElement).select()}
  ></textarea>`;
