/** The worked example's word vectors as a table of fields. */
import { html, type TemplateResult } from "lit";
import { coordinates } from "../draw/table.js";
import { readNumber } from "../state/key.js";
import { EXAMPLE_WORDS, LIMITS } from "../state/state.js";
import { fixed, plain } from "../text/numbers.js";
import { problem, textInput } from "../ui/controls.js";
import { drafted } from "./field-drafts.js";
import type { Page } from "./page.js";

export function exampleEditor(page: Page): TemplateResult {
  const { x } = page.state;
  const { text } = page;
  const { tables } = text.matrices;
  const fields = x.map((entries, row) =>
    entries.map((entry, col) => ({
      ...{ label: `${EXAMPLE_WORDS[row]}, ${col + 1}`, entry, problem: "x-problem" },
      ...drafted(page, `x${row},${col}`, plain(entry), (typed) => {
        const read = readNumber(typed, LIMITS.x);
        if (read === undefined)
          return text.problems.decimal(fixed(LIMITS.x.least, 0), LIMITS.x.most);
        return { x: x.map((list, i) => (i === row ? list.with(col, read) : list)) };
      }),
    })),
  );
  const wrong = fields.flat().find((field) => field.wrong !== null)?.wrong ?? null;
  return html`<div class="editor">
    <table>
      <caption>${tables.x}</caption>
      <thead>
        <tr><th><span class="visually-hidden">${text.matrices.corner}</span></th>${coordinates(3).map((label) => html`<th scope="col">${label}</th>`)}</tr>
      </thead>
      <tbody>
        ${fields.map(
          (entries, row) => html`<tr>
            <th scope="row">${EXAMPLE_WORDS[row]}</th>
            ${entries.map((field) => html`<td data-value=${String(field.entry)}>${textInput(field)}</td>`)}
          </tr>`,
        )}
      </tbody>
    </table>
    ${problem("x", wrong)}
  </div>`;
}
