/** One row of the worked example with every number written out: dot products, softmax, weighted sums. */
import { html, type TemplateResult } from "lit";
import type { SentenceAttention, Side } from "../../attention/sentence-attention.js";
import { zip } from "../../draw/marks.js";
import { rowsOf } from "../../draw/table.js";
import type { Engine } from "../../engine/api.js";
import type { PartView } from "../../part-kit/part-view.js";
import { EXAMPLE_WORDS } from "../../state/state.js";
import type { en } from "../../text/en/steps.js";
import { divisorText } from "../../text/finding.js";
import { bracketed, products } from "../../text/numbers.js";
import { typeset } from "../../ui/rich.js";
import { brief } from "./brief.js";

/** @param row of the word, from 0 */
export function workedRow(
  view: PartView<typeof en>,
  engine: Engine,
  result: SentenceAttention,
  side: Side,
  row: number,
): TemplateResult {
  const { text } = view;
  const x = rowsOf(result.x);
  const scores = rowsOf(result.scores)[row] ?? [];
  const own = EXAMPLE_WORDS[row] ?? "";
  const steps = view.memo("row", [engine, side, row], () =>
    EXAMPLE_WORDS.map((_, index) =>
      engine.weightArithmetic(scores, { scale: 1 / side.divisor, index }),
    ),
  );
  const { request, scaled } = result;
  const root = divisorText(request.dim, request.exponent, scaled.divisor);
  const output = rowsOf(side.output)[row] ?? [];
  const line = (name: unknown, ...numbers: string[]) =>
    html`<li><b>${name}</b> ${typeset(numbers.join(" = "))}</li>`;
  const dots = EXAMPLE_WORDS.map((word, j) =>
    line(
      html`${own} · ${word} =`,
      products(zip(x[row] ?? [], x[j] ?? []), brief),
      brief(scores[j] ?? 0),
    ),
  );
  const divided = (at: number) =>
    side.divisor === 1
      ? []
      : [
          `${brief(scores[at] ?? 0)} ÷ ${root.split(/\s[=≈]/)[0]} = ${brief(steps[at]?.logit ?? 0)}`,
        ];
  const softmax = steps.map(({ logit, largest, exponential, weight }, at) =>
    line(
      html`${own} → ${EXAMPLE_WORDS[at]}:`,
      [
        ...divided(at),
        `exp(${brief(logit)} − ${bracketed(largest, brief)}) = ${brief(exponential)}`,
        `÷ ${brief(steps[0]?.sum ?? 0)} = ${brief(weight)}`,
      ].join(", "),
    ),
  );
  const sums = output.map((z, i) =>
    line(
      html`${typeset(`z${["₁", "₂", "₃"][i]} =`)}`,
      products(
        steps.map(({ weight }, j) => [weight, x[j]?.[i] ?? 0]),
        brief,
      ),
      brief(z),
    ),
  );
  const block = (name: string, told: string, lines: readonly TemplateResult[]) =>
    html`<section>
      <h4>${name}</h4>
      <p class="note">${typeset(told)}</p>
      <ul>${lines}</ul>
    </section>`;
  return html`<div class="worked" role="group" aria-label=${text.worked.label(own)}>
    ${block(text.worked.products, text.worked.productsNote, dots)}
    ${block(text.worked.softmax, text.worked.softmaxNote(side.divisor === 1 ? "" : root), softmax)}
    ${block(text.worked.sums, text.worked.sumsNote, sums)}
  </div>`;
}
