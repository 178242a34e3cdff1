/**
 * The computation of one cell's weight with its numbers, without the division and with it side by
 * side.
 */
import { html, nothing, type TemplateResult } from "lit";
import type { SentenceAttention } from "../../attention/sentence-attention.js";
import type { WeightArithmetic } from "../../engine/api.js";
import type { LatestAttention } from "../../page/latest-attention.js";
import { clampToLimits } from "../../page/number-field.js";
import type { Page } from "../../page/page.js";
import type { State } from "../../state/state.js";
import { divisorText } from "../../text/finding.js";
import { bracketed, fixed, products, significant, weight } from "../../text/numbers.js";
import { say } from "../../text/rich.js";
import { typeset } from "../../ui/rich.js";

/**
 * The arrows to the neighbouring cells: the name in the texts, the sign, the step down and to the
 * right.
 */
const ARROWS = [
  ["left", "←", 0, -1],
  ["up", "↑", -1, 0],
  ["down", "↓", 1, 0],
  ["right", "→", 0, 1],
] as const;

/** The parts of a page that the arithmetic needs: `cell` is the held one. */
type ArithmeticPage = Pick<Page, "pointer" | "text"> & {
  readonly attention: Pick<LatestAttention, "arithmetic">;
  readonly state: Pick<State, "cell">;
};

/** Buttons for fingers, which are wider than a cell. */
function arrows({ pointer, text }: ArithmeticPage, { queryWords, keyWords }: SentenceAttention) {
  const { row, col } = pointer.highlight;
  const within = (value: number, words: readonly string[]) =>
    clampToLimits(value, { least: 0, most: words.length - 1 });
  const step = (down: number, right: number) =>
    pointer.hold({ row: within(row + down, queryWords), col: within(col + right, keyWords) });
  return html`<span class="arrows">
    ${ARROWS.map(
      ([name, sign, down, right]) => html`<button
        type="button"
        aria-label=${text.arithmetic.arrows[name]}
        @click=${() => step(down, right)}
      >${sign}</button>`,
    )}
  </span>`;
}

/** Terms of the dot product that are written out. */
const TERMS = 3;

function dotProduct(
  { pointer, text }: ArithmeticPage,
  { queries, keys, request }: SentenceAttention,
) {
  const { row, col } = pointer.highlight;
  const written = Math.min(TERMS, request.dim);
  const pairs = Array.from({ length: written }, (_, i) => {
    const q = queries.data[row * queries.cols + i];
    const k = keys.data[col * keys.cols + i];
    return [q ?? 0, k ?? 0] as const;
  });
  const ellipsis =
    request.dim > written ? ` + ${say(text.arithmetic.terms, { count: request.dim })}` : "";
  return products(pairs) + ellipsis;
}

const exponent = ({ logit, largest, exponential }: WeightArithmetic) => {
  const two = (value: number) => fixed(value, 2);
  return `exp(${two(logit)} − ${bracketed(largest, two)}) = ${significant(exponential)}`;
};

export function arithmetic(page: ArithmeticPage, result: SentenceAttention) {
  const { text } = page;
  const cell = page.pointer.highlight;
  const steps = page.attention.arithmetic(cell);
  if (steps === null) return nothing;
  const { queryWords, keyWords } = result;
  const query = queryWords[cell.row] ?? "";
  const key = keyWords[cell.col] ?? "";
  const labels = text.arithmetic;
  const { unscaled, scaled } = steps;
  const divisor = divisorText(result.request.dim, result.request.exponent, result.scaled.divisor);
  const root = divisor.split(/\s[=≈]/)[0] ?? "";
  const row = (name: string | TemplateResult, without: string, withIt: string, strong = false) =>
    html`<tr class=${strong ? "result" : ""}>
      <th scope="row">${typeof name === "string" ? typeset(name) : name}</th>
      <td>${typeset(without)}</td>
      <td>${typeset(withIt)}</td>
    </tr>`;
  return html`<section class="arithmetic" aria-label=${labels.label}>
    <div class="terms">
      <span class="pair"><bdi>${query}</bdi> → <bdi>${key}</bdi></span>
      ${arrows(page, result)}
      <span class="product">
        <span class="term-q">${typeset("$q$")}</span> · <span class="term-k">${typeset("$k$")}</span>
        = ${typeset(dotProduct(page, result))} = <b>${typeset(significant(unscaled.score))}</b>
      </span>
    </div>
    <table>
      <thead>
        <tr>
          <td></td>
          <th scope="col" class="unscaled">${labels.unscaled}</th>
          <th scope="col" class="scaled">${labels.scaled} ${typeset(divisor)}</th>
        </tr>
      </thead>
      <tbody>
        ${row(
          // Checks of accessibility take a header of a formula alone for empty.
          html`<i>x</i>`,
          significant(unscaled.logit),
          `${significant(scaled.score)} ÷ ${root} = ${significant(scaled.logit)}`,
        )}
        ${row(labels.exponential, exponent(unscaled), exponent(scaled))}
        ${row(labels.sum, significant(unscaled.sum), significant(scaled.sum))}
        ${row(labels.weight, significant(unscaled.weight), significant(scaled.weight), true)}
        ${row(labels.slope, significant(unscaled.slope), significant(scaled.slope))}
      </tbody>
    </table>
    <p class="note">${page.state.cell === null ? text.matrices.hint : labels.locked}</p>
    <p class="visually-hidden spoken" aria-live="polite">
      ${
        cell.kind !== "finding"
          ? say(labels.say, {
              query,
              key,
              before: weight(unscaled.weight),
              after: weight(scaled.weight),
            })
          : ""
      }
    </p>
  </section>`;
}
