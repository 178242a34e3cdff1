/** The second figure: what each rule comes to over many draws, against the size of W^Q and W^K, the number of keys, or d. */
import { html, nothing, type TemplateResult } from "lit";
import {
  type Axis,
  band,
  type ChartMaker,
  line,
  linear,
  log,
  stretches,
  zip,
} from "../../draw/marks.js";
import { chooser, controlRow, sliderField } from "../../part-kit/controls.js";
import { dimAxis, empty, figure, progress } from "../../part-kit/figure.js";
import type { PartView, Shown } from "../../part-kit/part-view.js";
import type { State } from "../../state/state.js";
import type { en } from "../../text/en/choices.js";
import { richText, typeset } from "../../ui/rich.js";
import {
  type Against,
  type AgainstRequest,
  type AgainstResult,
  against,
  DRAWN,
  VALUES,
} from "./draws.js";
import type { RuleName, RulesRequest } from "./rules.js";

type View = PartView<typeof en>;

function axisOf(axis: Against, label: string): Axis {
  if (axis === "dim") return dimAxis(label);
  if (axis === "size") return log([0.97, 31], label, { ticks: [1, 3, 10, 30] });
  return log([2.7, 40_000], label, { ticks: [3, 16, 256, 4096, 32_768] });
}

const settingOf = ({ head, keys, size }: AgainstRequest) => ({ dim: head, keys, size });

/** The keys of the state in a request. */
const askedOf = ({ seed, draws, heads, keys, size, ...same }: AgainstRequest): Partial<State> => {
  const { gain, cap, neutral, head, against: axis } = same;
  return {
    ...{ drawseed: seed, ruledraws: draws, ruleheads: heads, rulekeys: keys, wsize: size },
    ...{ gain, cap, neutral, dim: head * heads, against: axis },
  };
};

/** @param lit the rule in the light */
function againstFigure(view: View, { result, study }: Shown<AgainstResult>, lit: RuleName) {
  const { text, state } = view;
  const { draws: words, names } = text;
  const { reached } = state;
  const { request } = result;
  const axis = request.against;
  const values = VALUES[axis];
  const { low, median, high } = result.of[reached];
  const of = (rule: RuleName, summary: Float64Array) => {
    // The root in the initialisation has the numbers of √d_k.
    const at = DRAWN.indexOf(rule === "initialisation" ? "head" : rule);
    return values.map((_, i) => summary[i * DRAWN.length + at] ?? 0);
  };
  const setting = settingOf(request);
  const chart: ChartMaker = (palette) => {
    const colorOf = (rule: RuleName) =>
      ({ none: palette.unscaled, head: palette.scaled })[rule as "none" | "head"] ?? palette.ink;
    const strong = DRAWN.filter((rule) => ["none", "head", lit].includes(rule));
    const weak = DRAWN.filter((rule) => !strong.includes(rule));
    const most = Math.max(...strong.concat(weak).flatMap((rule) => of(rule, high)));
    const lines = (rules: readonly RuleName[], own: boolean) =>
      rules.map((rule) =>
        line(zip(values, of(rule, median)), own ? colorOf(rule) : palette.muted, {
          ...{ width: own ? 2.5 : 1.25, label: names[rule], bold: own },
        }),
      );
    return {
      x: axisOf(axis, words.x[axis]),
      y: linear([0, reached === "largest" ? 1.02 : most * 1.05 || 1], words.y[reached]),
      height: 280,
      marks: [
        { kind: "rule", x: setting[axis], color: palette.hairline },
        ...strong.map((rule) =>
          band(stretches(values, of(rule, low), of(rule, high)), colorOf(rule)),
        ),
        ...lines(weak, false),
        ...lines(strong, true),
      ],
    };
  };
  const fixed = (["size", "keys", "dim"] as const)
    .filter((one) => one !== axis)
    .map((one) => words.beside[one](setting[one]))
    .join(", ");
  const title = words.title(text.controls.measures[reached], text.controls.axes[axis]);
  const columns = DRAWN.flatMap((rule) => [
    [words.median(names[rule]), of(rule, median)] as const,
    [words.low(names[rule]), of(rule, low)] as const,
    [words.high(names[rule]), of(rule, high)] as const,
  ]);
  return figure(view, {
    title,
    beside: fixed,
    drawing: view.chart(
      "against",
      words.alt(text.controls.measures[reached], text.controls.axes[axis]),
      [result, reached, lit],
      chart,
    ),
    note: reached === "slope" ? `${words.note} ${words.slope}` : words.note,
    tables: view.table(title, [result, reached], () => [
      words.x[axis],
      values.map(String),
      columns.map(([name]) => name),
      columns.map(([, numbers]) => numbers),
    ]),
    inputs: view.inputs(null, { ...askedOf(request), reached }, study),
  });
}

export function againstDraws(
  view: View,
  { attention, heads, size, gain, cap, neutral }: RulesRequest,
  lit: RuleName,
): TemplateResult {
  const { text, state, page } = view;
  const { controls: words } = text;
  const { drawseed: seed, ruledraws: draws, rulekeys: keys, against: axis } = state;
  const request: AgainstRequest = {
    ...{ seed, draws, head: attention.dim / heads, heads, keys, size, against: axis },
    ...{ gain, cap, neutral },
  };
  const shown = view.answer("against", against, request);
  return html`<div class="sub">
    <h3>${typeset(text.draws.heading)}</h3>
    ${page.shows("text") ? html`<div class="prose"><p>${richText(text.draws.text)}</p></div>` : nothing}
    ${controlRow(
      view,
      chooser(view, "against", words.against, words.axes),
      chooser(view, "reached", words.reached, words.measures),
      sliderField(view, "rulekeys", words.keys, { step: 1, log: true }),
      sliderField(view, "ruledraws", words.draws, { step: 1, log: true }),
    )}
    ${shown.result === null ? empty(420, 480) : againstFigure(view, shown, lit)}
    ${progress(view, shown.study)}
  </div>`;
}
