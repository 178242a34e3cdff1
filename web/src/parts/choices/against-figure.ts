/** The second figure: what each rule comes to over many draws, against the size of W^Q and W^K, the number of keys, or d. */
import { html, type TemplateResult } from "lit";
import { type Axis, type Chart, line, linear, log, note, zip } from "../../draw/marks.js";
import type { DrawSummaries } from "../../engine/api.js";
import { entriesOf } from "../../experiments/experiment.js";
import type { Palette, PartView, Shown } from "../../part-kit/part-view.js";
import { bandOf, dimAxis, keysAxis } from "../../part-kit/part-view.js";
import type { en } from "../../text/en/choices.js";
import { richText, typeset } from "../../ui/rich.js";
import { type Against, against, DRAWN, VALUES } from "./draws.js";
import { namesOf, type RuleName } from "./rules.js";

type View = PartView<typeof en>;

/** Of the height of the chart: where a thin line is so far from the others, it has its name beside it. */
const APART = 0.06;

function axisOf(axis: Against, label: string): Axis {
  if (axis === "dim") return dimAxis(undefined, label);
  if (axis === "size") return log([0.97, 31], label, { ticks: [1, 3, 10, 30] });
  return keysAxis(label);
}

/** What stands before the number of a setting. */
const SIGNS = { size: "W × ", keys: "n = ", dim: "dₖ = " };

/** @param lit the rule in the light */
function againstFigure(view: View, shown: Shown<typeof against>, lit: RuleName): TemplateResult {
  const { text, state } = view;
  const { draws: words, controls } = text;
  const names = namesOf(text);
  const { reached } = state;
  const { request, result } = shown;
  const axis = request.against;
  const values = VALUES[axis];
  const of = (rule: RuleName): DrawSummaries => {
    // The root in the initialisation has the numbers of √d_k.
    const at = DRAWN.indexOf(rule === "initialisation" ? "head" : rule);
    return entriesOf(result[reached], values.length, at, DRAWN.length);
  };
  const { dim, ruleheads, rulekeys, wsize } = request;
  const setting = { size: wsize, keys: rulekeys, dim: dim / ruleheads };
  const chart = (palette: Palette, waits: boolean): Chart => {
    const colorOf = (rule: RuleName) =>
      ({ none: palette.unscaled, head: palette.scaled })[rule as "none" | "head"] ?? palette.ink;
    // The question of the part is about the others.
    const drawn = DRAWN.filter((rule) => !waits || rule === "none");
    const strong = drawn.filter((rule) => ["none", "head", lit].includes(rule));
    const weak = drawn.filter((rule) => !strong.includes(rule));
    const most = Math.max(...DRAWN.flatMap((rule) => [...of(rule).high]));
    const top = reached === "largest" ? 1.02 : most * 1.05 || 1;
    /** Where a line is farthest from all others, as a share of the height. */
    const apart = (rule: RuleName) => {
      const own = of(rule).median;
      const others = drawn.filter((other) => other !== rule).map((other) => of(other).median);
      const from = (i: number) =>
        Math.min(...others.map((other) => Math.abs((other[i] ?? 0) - (own[i] ?? 0)))) / top;
      // Not at the edges: the name stands beside its place, above a line that rises or falls.
      const best = values
        .map((_, i) => i)
        .slice(2, -3)
        .reduce((a, b) => (from(b) > from(a) ? b : a));
      const rises = (own[best + 1] ?? 0) > (own[best] ?? 0);
      const height = (own[best] ?? 0) + 0.02 * top;
      return { place: [values[best] ?? 0, height] as const, distance: from(best), rises };
    };
    const lines = (rules: readonly RuleName[], own: boolean) =>
      rules.flatMap((rule) => {
        const { place, distance, rises } = apart(rule);
        const inside = !own && distance > APART;
        return [
          line(zip(values, of(rule).median), own ? colorOf(rule) : palette.muted, {
            ...{ width: own ? 2.5 : 1.25, bold: own, ...(inside ? {} : { label: names[rule] }) },
          }),
          inside &&
            note(`  ${names[rule]}  `, place, palette.muted, { align: rises ? "right" : "left" }),
        ];
      });
    return {
      x: axisOf(axis, text.controls.axes[axis]),
      y: linear([0, top], text.controls.measures[reached]),
      height: 280,
      marks: [
        { kind: "rule", x: setting[axis], color: palette.hairline },
        ...strong.map((rule) => bandOf(values, of(rule), colorOf(rule))),
        ...lines(weak, false),
        ...lines(strong, true),
      ],
    };
  };
  const fixed = (["size", "keys", "dim"] as const)
    .filter((one) => one !== axis)
    .map((one) => `${SIGNS[one]}${setting[one]}`)
    .join(", ");
  const [measured, along] = [controls.measures[reached], controls.axes[axis]];
  const title = words.title(measured, along);
  const named = DRAWN.map((rule) => names[rule]);
  return view.figure({
    ...{ name: "against", title, beside: fixed },
    ...{ of: shown, asked: { reached }, deps: [result, reached, lit], chart },
    note: reached === "slope" ? `${words.note} ${words.slope}` : words.note,
    tables: view.table(title, [result, reached], () => [
      text.controls.axes[axis],
      values.map(String),
      ...view.summaryColumns(named, DRAWN.map(of), ["median", "low", "high"]),
    ]),
  });
}

export function againstDraws(view: View, heads: number, lit: RuleName): TemplateResult {
  const { text } = view;
  const { controls: words } = text;
  const shown = view.answer(against, { dim: view.dim, ruleheads: heads });
  return html`<div class="sub">
    <h3>${typeset(text.draws.heading)}</h3>
    ${view.prose(html`<p>${richText(text.draws.text)}</p>`)}
    ${view.controlRow(
      view.chooser("against", words.against, words.axes),
      view.chooser("reached", words.reached, words.measures),
      view.sliderField("rulekeys", words.keys, { step: 1, log: true }),
      view.sliderField("ruledraws", words.draws, { step: 1, log: true }),
    )}
    ${view.answered(shown, [420, 480], (drawn) => againstFigure(view, drawn, lit))}
  </div>`;
}
