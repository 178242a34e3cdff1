/** Rules for the size of the scores, on the reader's sentence and on random keys. */
import { maxIndex } from "d3-array";
import { html, nothing, type TemplateResult } from "lit";
import { oneFor } from "../../belonging.js";
import { cellsBox } from "../../draw/cells.js";
import { NARROW } from "../../draw/chart.js";
import { type Axis, type Chart, line, linear, log, note, zip } from "../../draw/marks.js";
import type { Palette } from "../../draw/palette.js";
import { Pointed } from "../../draw/pointed.js";
import { sketched } from "../../draw/sketch.js";
import type { DrawSummaries } from "../../engine/api.js";
import { everyEntry } from "../../experiments/experiment.js";
import { indexed } from "../../indexed.js";
import { paragraphs } from "../../page/prose.js";
import type { Answered, Content, PartView, Section } from "../../part-kit/part-view.js";
import { bandOf, dimAxis, findingOf, keysAxis, smallTable } from "../../part-kit/part-view.js";
import { proseOf, remark } from "../../part-kit/prose.js";
import type { State } from "../../state/state.js";
import type { en } from "../../text/en/choices.js";
import { significant, weight } from "../../text/numbers.js";
import { say } from "../../text/rich.js";
import { displayFormulas, richText, typeset } from "../../ui/rich.js";
import type { Ruled, RuleName } from "./experiments.js";
import { against, DRAWN_RULES, rules as experiment, RULES, VALUES } from "./experiments.js";
import { ruleNames } from "./names.js";

type View = PartView<typeof en>;
type Rules = Answered<typeof experiment>;

const namesOf = ({ text }: View) => ruleNames(text.names);

const ruleColor = (rule: RuleName) =>
  (({ none: "unscaled", head: "scaled" }) as const)[rule as "none" | "head"];
const colorOf = (palette: Palette, rule: RuleName): string => palette[ruleColor(rule) ?? "ink"];

// ---- the second figure: what each rule comes to over many draws, against the size of W^Q and W^K,
// the number of keys, or d ----

/**
 * A thin line that is this share of the chart's height away from the others has its name beside it.
 */
const APART_SHARE = 0.06;

function axisOf(axis: State["against"], label: string): Axis {
  if (axis === "dim") return dimAxis(undefined, label);
  if (axis === "size") return log([0.97, 31], label, { ticks: [1, 3, 10, 30] });
  return keysAxis(label);
}

/** The text before the number of a setting. */
const SETTING_SIGNS = { size: "$W$ × ", keys: "$n$ = ", dim: "$dₖ$ = " };

/** @param lit the highlighted rule */
function againstFigure(
  view: View,
  answer: Answered<typeof against>,
  lit: RuleName,
): TemplateResult {
  const { text, state } = view;
  const { draws: words, controls } = text;
  const names = namesOf(view);
  const { reached } = state;
  const { request, result } = answer;
  const axis = request.against;
  const values = VALUES[axis];
  const summariesOf = (rule: RuleName): DrawSummaries => {
    // The root in the initialisation has the numbers of √d_k.
    const index = DRAWN_RULES.indexOf(rule === "initialisation" ? "head" : rule);
    return everyEntry(result[reached], values.length, index, DRAWN_RULES.length);
  };
  const { dim, ruleheads, rulekeys, wsize } = request;
  const setting = { size: wsize, keys: rulekeys, dim: dim / ruleheads };
  const chart = (palette: Palette, waits: boolean): Chart => {
    // The question of the part is about the others.
    const drawn = DRAWN_RULES.filter((rule) => !waits || rule === "none");
    const strong = drawn.filter((rule) => ["none", "head", lit].includes(rule));
    const weak = drawn.filter((rule) => !strong.includes(rule));
    const most = Math.max(...DRAWN_RULES.flatMap((rule) => [...summariesOf(rule).high]));
    const top = reached === "largest" ? 1.02 : most * 1.05 || 1;
    const lines = (rules: readonly RuleName[], isChosen: boolean) =>
      rules.flatMap((rule) => {
        const otherMedians = drawn
          .filter((other) => other !== rule)
          .map((other) => summariesOf(other).median);
        const { median } = summariesOf(rule);
        const medianAt = (i: number) => median[i] ?? 0;
        /** The distance from all others. */
        const distanceAt = (i: number) =>
          Math.min(...otherMedians.map((other) => Math.abs((other[i] ?? 0) - medianAt(i))));
        // Not at the edges: the name stands beside its place, above a line that rises or falls.
        const best = 2 + maxIndex(values.slice(2, -3), (_, i) => distanceAt(i + 2));
        const namedInside = !isChosen && distanceAt(best) > APART_SHARE * top;
        const place = [values[best] ?? 0, medianAt(best) + 0.02 * top] as const;
        const align = medianAt(best + 1) > medianAt(best) ? "right" : "left";
        const label = namedInside ? {} : { label: names[rule] };
        const color = isChosen ? colorOf(palette, rule) : palette.muted;
        return [
          line(zip(values, median), color, {
            width: isChosen ? 2.5 : 1.25,
            bold: isChosen,
            ...label,
          }),
          namedInside && note(`  ${names[rule]}  `, place, palette.muted, { align }),
        ];
      });
    return {
      x: axisOf(axis, text.controls.axes[axis]),
      y: linear([0, top], text.controls.measures[reached]),
      height: 280,
      marks: [
        { kind: "rule", x: setting[axis], color: palette.hairline },
        ...strong.map((rule) => bandOf(values, summariesOf(rule), colorOf(palette, rule))),
        ...lines(weak, false),
        ...lines(strong, true),
      ],
    };
  };
  const fixed = (["size", "keys", "dim"] as const)
    .filter((setting) => setting !== axis)
    .map((one) => `${SETTING_SIGNS[one]}${setting[one]}`)
    .join(", ");
  const measured = controls.measures[reached];
  const along = controls.axes[axis];
  const title = say(words.title, { measure: measured, axis: along });
  const named = DRAWN_RULES.map((rule) => names[rule]);
  return view.figures.make({
    name: "against",
    title,
    beside: fixed,
    source: answer,
    requestedState: { reached },
    deps: [result, reached, lit],
    chart,
    note: reached === "slope" ? `${words.note} ${words.slope}` : words.note,
    tables: view.tables.make("against", title, [result, reached], () => ({
      corner: text.controls.axes[axis],
      rows: values,
      ...view.tables.summaryColumns(named, DRAWN_RULES.map(summariesOf), ["median", "low", "high"]),
    })),
  });
}

function againstDraws(view: View, lit: RuleName): TemplateResult {
  const { text } = view;
  const { controls: words } = text;
  const answer = view.answers.to(against, { dim: view.dim });
  return html`${proseOf(view.page, paragraphs([text.draws.text]))}
    ${view.controls.row(
      view.controls.chooser("against", words.against, words.axes),
      view.controls.chooser("reached", words.reached, words.measures),
      view.controls.sliderField("rulekeys", words.keys, { step: 1, log: true }),
      view.controls.sliderField("ruledraws", words.draws, { step: 1, log: true }),
    )}
    ${view.progress.answered(answer, { wide: 420, narrow: 480 }, (drawn) => againstFigure(view, drawn, lit))}`;
}

/** The rule that is pointed at, before that of the state. */
const pointedOf = oneFor(
  ({ changed, page }: View) => new Pointed(changed, (id) => page.set({ rule: id as RuleName })),
);

/** What the figures show: also the rule in the state. */
const sourceOf = ({ state: { rule } }: View, source: Rules) => ({
  source,
  requestedState: { rule },
});

/** The numbers of a rule, in the order of the columns of its table. */
const numbersOf = ({ means, logit, gradient, share }: Ruled) =>
  Object.entries({ entropy: means.entropy, largest: means.peak, logit, gradient, share });

/** The room of an outline at the edges. */
const EDGE = 3;
const GAP = 14;
/** The largest side of a matrix, on a phone and on wider pages. */
const LARGEST = { narrow: 64, wide: 132 };
/** The name above a matrix, and the number below it. */
const NAME = 22;
const LINE = 27;

/** How many matrices stand side by side in a picture of this width. */
function columnsIn(width: number): number {
  if (width < NARROW) return 3;
  return width < 840 ? 5 : RULES.length;
}

/**
 * The first head under every rule as small matrices on one scale, with the mean largest weight of
 * each.
 */
function thumbsFigure(view: View, answer: Rules, lit: RuleName): TemplateResult {
  const { text } = view;
  const names = namesOf(view);
  const { result } = answer;
  const { attention, ruleheads: heads } = answer.request;
  const { caption, corner, columns } = text.table;
  return view.figures.make({
    name: "rules",
    title: text.thumbs.title,
    label: say(text.thumbs.alt, { chosen: names[lit] }),
    beside: say(text.thumbs.beside[heads === 1 ? "one" : "more"], {
      dim: attention.dim,
      heads,
      head: attention.dim / heads,
    }),
    ...sourceOf(view, answer),
    deps: [result, lit],
    events: pointedOf(view),
    highlighted: lit,
    picture: sketched((sketch) => {
      const { width, palette } = sketch;
      const columns = columnsIn(width);
      const room = (width - 2 * EDGE - (columns - 1) * GAP) / columns;
      const size = Math.floor(Math.min(width < NARROW ? LARGEST.narrow : LARGEST.wide, room));
      const step = (width - 2 * EDGE - size) / (columns - 1);
      const across = Math.min(step, size + 3 * GAP);
      const high = NAME + size + LINE;
      for (const [i, rule] of indexed(RULES)) {
        const { weights: matrix, means } = result[rule];
        const x = EDGE + (i % columns) * across;
        const top = EDGE + Math.floor(i / columns) * high;
        const y = top + NAME;
        const place = { ...matrix, x, y, pitch: size / matrix.rows };
        const name = { size: 13, bold: true, fill: colorOf(palette, rule) };
        sketch.math(names[rule], x, top + 14, name);
        sketch.grid(place);
        const outline = { radius: 3, stroke: palette.ink, strokeWidth: 2 };
        if (rule === lit) sketch.rect(cellsBox(place), outline, 2);
        const below = { size: 11.5, ...sketch.lit(rule === lit) };
        sketch.text(weight(means.peak), x, y + size + 15, below);
        sketch.area(rule, { x, y: top, width: size, height: high - 8 });
      }
      return 2 * EDGE + Math.ceil(RULES.length / columns) * high;
    }),
    // The page shows it unfolded, below.
    tableElsewhere: true,
    tables: view.tables.make("rules", caption, [result], () => ({
      corner,
      rows: RULES.map((rule) => names[rule]),
      columns,
      values: columns.map((_, i) => RULES.map((rule) => numbersOf(result[rule])[i]?.[1] ?? 0)),
    })),
  });
}

/** The weights of no division, of √d_k and of a third rule, each in a large picture. */
function largeFigure(view: View, answer: Rules, name: string, rule: RuleName): TemplateResult {
  const { large: text } = view.text;
  const called = namesOf(view)[rule];
  const { words } = answer.request.attention;
  const { weights: matrix, entropy, peak } = answer.result[rule];
  const kind = ruleColor(rule);
  const beside = { entropy, peak, most: Math.log(words.length), titles: view.page.text.matrices };
  const table = say(text.table, { rule: called });
  return view.figures.matrix({
    title: say(text.title, { rule: called }),
    ...(kind && { kind }),
    ...sourceOf(view, answer),
    name: `weights-${name}`,
    table,
    alt: table,
    matrix,
    rowLabels: words,
    rows: (palette) => ({ ...beside, color: colorOf(palette, rule) }),
  });
}

/** No division, √d_k and the highlighted rule beside each other. */
const largeFigures = (view: View, answer: Rules, lit: RuleName): TemplateResult =>
  html`<div class="three-figures beside">
    ${largeFigure(view, answer, "none", "none")}
    ${largeFigure(view, answer, "head", "head")}
    ${largeFigure(view, answer, "rule", lit)}
  </div>`;

/** The number of heads, and the numbers that three of the rules have of their own. */
function numbersOfRules({ controls, common, text }: View): Content {
  const { gain, cap, neutral } = text.controls;
  return controls.row(
    controls.sliderField("ruleheads", common.heads, { step: 1 }),
    controls.field("gain", gain, 2),
    controls.field("cap", cap, 2),
    controls.field("neutral", neutral, 2),
  );
}

function rulesTable(view: View, { result }: Rules, lit: RuleName): TemplateResult {
  const { table } = view.text;
  const names = namesOf(view);
  const written = (name: string, value: number) =>
    name === "largest" || name === "share" ? weight(value) : significant(value, 3);
  const rows = RULES.map(
    (rule) => html`<tr data-rule=${rule} data-chosen=${rule === lit}>
      <th scope="row">${typeset(names[rule])}</th>
      ${numbersOf(result[rule]).map(
        ([name, value]) => html`<td
          data-name=${name}
          data-value=${String(value)}
        >${typeset(written(name, value))}</td>`,
      )}
    </tr>`,
  );
  return smallTable(table.caption, table.corner, table.columns, rows);
}

function finding(view: View, { request, result }: Rules, lit: RuleName): TemplateResult {
  const three = ["none", "head", lit] as const;
  const listOfRules = (number: (rule: RuleName) => string) =>
    three.map(number) as unknown as readonly [string, string, string];
  return findingOf(view.text.finding, {
    size: request.wsize,
    rule: namesOf(view)[lit],
    logits: listOfRules((rule) => significant(result[rule].logit, 3)),
    weights: listOfRules((rule) => weight(result[rule].means.peak)),
  });
}

const source = (view: View, rule: RuleName): TemplateResult =>
  html`<div class="told-rule">
    <h4>${typeset(namesOf(view)[rule])}</h4>
    ${displayFormulas(`choice-${rule}`)}
    <p>${richText(view.text.told[rule])}</p>
  </div>`;

function content(view: View): unknown[] {
  const { engine, text, state, sentence, page } = view;
  if (engine === null || sentence.length === 0) return [view.progress.withoutEngine()];
  const answer = view.answers.to(experiment);
  const lit = (pointedOf(view).at as RuleName | null) ?? state.rule;
  const { folds } = text;
  return [
    view.controls.row(
      view.controls.sliderField("wsize", text.controls.size, { step: 0.1 }),
      view.controls.unfitHeads(view.dim, state.ruleheads),
    ),
    view.progress.answered(answer, { wide: 420, narrow: 430 }, (known) =>
      thumbsFigure(view, known, lit),
    ),
    answer.result && [finding(view, answer, lit), rulesTable(view, answer, lit)],
    view.figures.fold("choices-large", say(folds.large, { rule: namesOf(view)[lit] }), () => [
      numbersOfRules(view),
      answer.result && largeFigures(view, answer, lit),
      page.shows("text") ? source(view, lit) : nothing,
    ]),
    view.figures.fold("choices-draws", text.draws.fold, () => againstDraws(view, lit)),
    view.figures.fold("choices-sources", folds.sources, () => [
      RULES.map((rule) => source(view, rule)),
      remark(page, text.table.note),
    ]),
  ];
}

export const section: Section<typeof en> = {
  formulas: [],
  foldSettings: { "choices-draws": ["against", "reached", "ruledraws"] },
  question: { right: 1, moves: { wsize: 10 } },
  always: true,
  content,
};
