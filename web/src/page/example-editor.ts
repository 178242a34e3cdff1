/** The worked example's word vectors as a table of fields. */
import { html, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { coordinates } from "../draw/table.js";
import { readNumber } from "../state/key.js";
import { EXAMPLE_WORDS, LIMITS } from "../state/state.js";
import { fixed, plain } from "../text/numbers.js";
import { problem } from "../ui/controls.js";
import type { Page } from "./page.js";

const draftKey = (row: number, col: number) => `x${row},${col}`;

function change(page: Page, row: number, col: number, text: string): void {
  const read = readNumber(text, LIMITS.x);
  const key = draftKey(row, col);
  if (read === undefined) {
    page.drafts.wrong(
      key,
      text,
      page.text.problems.decimal(fixed(LIMITS.x.least, 0), LIMITS.x.most),
    );
    return;
  }
  const x = page.state.x.map((entries, i) =>
    entries.map((entry, j) => (i === row && j === col ? read : entry)),
  );
  page.drafts.right(key, text, { x });
}

export function exampleEditor(page: Page): TemplateResult {
  const { x } = page.state;
  const { tables } = page.text.matrices;
  const problems = x.flatMap((entries, i) =>
    entries.map((_, j) => page.drafts.get(draftKey(i, j))?.problem ?? null),
  );
  const cell = (value: number, row: number, col: number) => {
    const draft = page.drafts.get(draftKey(row, col));
    return html`<td data-value=${String(value)}>
      <input
        type="text"
        inputmode="decimal"
        autocomplete="off"
        aria-label="${EXAMPLE_WORDS[row]}, ${col + 1}"
        aria-invalid=${draft?.problem ? "true" : "false"}
        aria-describedby="x-problem"
        .value=${live(draft?.text ?? plain(value))}
        @input=${(event: InputEvent) => change(page, row, col, (event.target as HTMLInputElement).value)}
        @change=${() => page.drafts.commit(draftKey(row, col))}
      />
    </td>`;
  };
  return html`<div class="editor">
    <table>
      <caption>${tables.x}</caption>
      <thead>
        <tr><th><span class="visually-hidden">${page.text.matrices.corner}</span></th>${coordinates(3).map((label) => html`<th scope="col">${label}</th>`)}</tr>
      </thead>
      <tbody>
        ${x.map(
          (entries, row) => html`<tr>
            <th scope="row">${EXAMPLE_WORDS[row]}</th>
            ${entries.map((value, col) => cell(value, row, col))}
          </tr>`,
        )}
      </tbody>
    </table>
    ${problem("x", problems.find((text) => text !== null) ?? null)}
  </div>`;
}
