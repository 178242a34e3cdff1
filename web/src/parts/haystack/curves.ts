/** What the figures of this part share: a curve for each rule against the number of keys. */
import { band, line, type Mark, stretches, zip } from "../../draw/marks.js";
import type { Palette } from "../../draw/palette.js";
import type { MatrixTable } from "../../draw/table.js";
import type { DrawSummaries } from "../../engine/api.js";
import type { PartView } from "../../part-kit/part-view.js";
import type { en } from "../../text/en/haystack.js";
import { ofRule, RULES, type Rule } from "./needle.js";

export type View = PartView<typeof en>;

/** Rules with a curve of their own: that of QK-norm is that of 1/√d. */
export const DRAWN = RULES.filter((rule) => rule !== "qk-norm");

export const colorOf = ({ unscaled, scaled, ink, scores }: Palette, rule: Rule): string =>
  ({
    ...{ none: unscaled, head: scaled, "qk-norm": scaled, "log-n": scores.at(0.93) },
    ...{ matched: ink, own: scores.at(0.07) },
  })[rule];

export const nameOf = ({ text }: View, rule: Rule, sharpness: number): string =>
  rule === "own" ? text.rules.own(String(sharpness)) : text.rules[rule];

interface Curves {
  readonly counts: readonly number[];
  readonly request: { readonly sharpness: number };
}

/** The curves of one summary of the draws, on bands from 10 to 90 % of these. */
export const curves = (
  view: View,
  palette: Palette,
  result: Curves,
  { low, high }: DrawSummaries,
  shown: Float64Array,
  drawn: readonly Rule[] = DRAWN,
): Mark[] => {
  const { counts, request } = result;
  const of = (values: Float64Array, rule: Rule) => ofRule(values, rule, result);
  return [
    ...drawn.map((rule) => {
      const interval = stretches(counts, of(low, rule), of(high, rule));
      return band(interval, colorOf(palette, rule), { opacity: 0.1 });
    }),
    ...drawn.map((rule) =>
      line(zip(counts, of(shown, rule)), colorOf(palette, rule), {
        width: rule === "none" || rule === "head" ? 2.75 : 2,
        label: nameOf(view, rule, request.sharpness),
      }),
    ),
  ];
};

/** A table with a row for each number of keys and a column for each rule. */
export const tableOfRules = (
  view: View,
  name: string,
  result: Curves,
  values: Float64Array,
): MatrixTable =>
  view.table(name, [result], () => [
    view.common.keys,
    result.counts.map(String),
    RULES.map((rule) => nameOf(view, rule, result.request.sharpness)),
    RULES.map((rule) => ofRule(values, rule, result)),
  ]);
