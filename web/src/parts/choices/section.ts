/** Nine rules for the size of the scores, on the reader's sentence and on random keys. */
import { html, nothing, type TemplateResult } from "lit";
import { mean } from "../../mean.js";
import { fittingHeads } from "../../part-kit/fitting-heads.js";
import type { PartView, Section, Shown } from "../../part-kit/part-view.js";
import { empty, findingOf, smallTable } from "../../part-kit/part-view.js";
import type { en } from "../../text/en/choices.js";
import { significant, weight } from "../../text/numbers.js";
import { displayFormulas, richText, typeset } from "../../ui/rich.js";
import { againstDraws } from "./against-figure.js";
import { rules as experiment } from "./experiments.js";
import { namesOf, RULES, type Ruled, type RuleName } from "./rules.js";
import { thumbsPicture } from "./thumbs-picture.js";

type View = PartView<typeof en>;
type Rules = Shown<typeof experiment>;

const FORMULAS: Readonly<Record<RuleName, string>> = {
  ...{ none: "choiceNone", head: "choiceHead", model: "choiceModel", d: "choiceD" },
  ...{ initialisation: "choiceInitialisation", "qk-norm": "choiceNorm" },
  ...{ "soft-cap": "choiceCap", "log-n": "choiceLog", "off-by-one": "choiceOne" },
};

/** The rule that is pointed at, before that of the state. */
const pointedOf = (view: View) =>
  view.pointed("choices", (id) => view.page.set({ rule: id as RuleName }));

/** What the figures show: also the rule in the state. */
const sourceOf = ({ state: { rule } }: View, of: Rules) => ({ of, asked: { rule } });

/** The numbers of a rule, in the order of the columns of its table. */
const numbersOf = ({ entropy, peak, logit, gradient, share }: Ruled) => [
  ["entropy", mean(entropy)] as const,
  ["largest", mean(peak)] as const,
  ["logit", logit] as const,
  ["gradient", gradient] as const,
  ["share", share] as const,
];

function thumbs(view: View, shown: Rules, lit: RuleName): TemplateResult {
  const { text } = view;
  const names = namesOf(text);
  const { result } = shown;
  const { attention, ruleheads: heads } = shown.request;
  const { caption, corner, columns } = text.table;
  return view.figure({
    ...{ name: "rules", title: text.thumbs.title, label: text.thumbs.alt(names[lit]) },
    beside: text.thumbs.beside(attention.dim, heads, attention.dim / heads),
    ...{ ...sourceOf(view, shown), deps: [result, lit], events: pointedOf(view), at: lit },
    picture: thumbsPicture(attention.words, result, names, lit),
    note: text.thumbs.note,
    // The page shows it unfolded, below.
    tables: view.table(caption, [result], () => [
      corner,
      RULES.map((rule) => names[rule]),
      columns,
      columns.map((_, i) => RULES.map((rule) => numbersOf(result[rule])[i]?.[1] ?? 0)),
    ]),
    tableElsewhere: true,
  });
}

/** Of none, √d_k and a third rule: the weights large. */
function large(
  view: View,
  shown: Rules,
  name: "none" | "head" | "rule",
  rule: RuleName,
): TemplateResult {
  const { large: text } = view.text;
  const names = namesOf(view.text);
  const { words } = shown.request.attention;
  const { weights: matrix, entropy, peak } = shown.result[rule];
  const kind = ({ none: "unscaled", head: "scaled" } as const)[rule as "none" | "head"];
  const most = Math.log(words.length);
  const beside = { entropy, peak, most, titles: view.page.text.matrices };
  const table = text.table(names[rule]);
  return view.matrixFigure({
    ...{ title: text.title(names[rule]), ...(kind && { kind }), ...sourceOf(view, shown) },
    ...{ name: `weights-${name}`, table, alt: table },
    ...{ matrix, rowLabels: words },
    rows: (palette) => ({ ...beside, color: palette[kind ?? "ink"] }),
  });
}

function rulesTable(view: View, { result }: Rules, lit: RuleName): TemplateResult {
  const { table } = view.text;
  const names = namesOf(view.text);
  const written = (name: string, value: number) =>
    name === "largest" || name === "share" ? weight(value) : significant(value, 3);
  const rows = RULES.map(
    (rule) => html`<tr data-rule=${rule} data-chosen=${rule === lit}>
      <th scope="row">${typeset(names[rule])}</th>
      ${numbersOf(result[rule]).map(([name, value]) => html`<td data-name=${name} data-value=${String(value)}>${typeset(written(name, value))}</td>`)}
    </tr>`,
  );
  return html`${smallTable(table.caption, table.corner, table.columns, rows)}
    <p class="note">${typeset(table.note)}</p>`;
}

function finding(view: View, { request, result }: Rules, lit: RuleName): TemplateResult {
  const three = ["none", "head", lit] as const;
  const of = (number: (rule: RuleName) => string) =>
    three.map(number) as unknown as readonly [string, string, string];
  const told = view.text.finding(
    String(request.wsize),
    namesOf(view.text)[lit],
    of((rule) => significant(result[rule].logit, 3)),
    of((rule) => weight(mean(result[rule].peak))),
  );
  return findingOf(told);
}

const source = ({ text }: View, rule: RuleName): TemplateResult =>
  html`<div class="told-rule">
    <h4>${typeset(namesOf(text)[rule])}</h4>
    ${displayFormulas(FORMULAS[rule])}
    <p>${richText(text.told[rule])}</p>
  </div>`;

function content(view: View): unknown[] {
  const { engine, text, common, state, sentence, page } = view;
  if (engine === null || sentence.length === 0) return [view.withoutEngine()];
  const heads = fittingHeads(view.dim, state.ruleheads);
  const shown = view.answer(experiment, { ruleheads: heads });
  const lit = (pointedOf(view).at as RuleName | null) ?? state.rule;
  const { controls: words } = text;
  const controls = view.controlRow(
    view.sliderField("wsize", words.size, { step: 0.1 }),
    view.sliderField("ruleheads", common.heads, { step: 1 }),
    view.field("gain", words.gain, 2),
    view.field("cap", words.cap, 2),
    view.field("neutral", words.neutral, 2),
    view.unfitHeads(view.dim, state.ruleheads),
  );
  const told = view.progress(shown.study);
  const figures =
    shown.result === null
      ? [empty(420, 760), told]
      : [
          thumbs(view, shown, lit),
          told,
          finding(view, shown, lit),
          html`<div class="three-figures beside">
            ${large(view, shown, "none", "none")} ${large(view, shown, "head", "head")} ${large(view, shown, "rule", lit)}
          </div>`,
          page.shows("text") ? source(view, lit) : nothing,
          rulesTable(view, shown, lit),
        ];
  return [
    controls,
    figures,
    againstDraws(view, heads, lit),
    view.fold("choices-sources", text.sources, () => RULES.map((rule) => source(view, rule))),
  ];
}

export const section: Section<typeof en> = {
  formulas: [],
  question: { right: 1 },
  always: true,
  content,
};
