/** Nine rules for the size of the scores, on the reader's sentence and on random keys. */
import { html, nothing, type TemplateResult } from "lit";
import { requestOf } from "../../attention/sentence-attention.js";
import { mean } from "../../mean.js";
import { controlRow, field, sliderField } from "../../part-kit/controls.js";
import { empty, figure, fold, progress, smallTable, withoutEngine } from "../../part-kit/figure.js";
import { fittingHeads, unfitHeads } from "../../part-kit/fitting-heads.js";
import { matrixFigure } from "../../part-kit/matrix-figure.js";
import type { PartView, Section, Shown } from "../../part-kit/part-view.js";
import { pointedIn } from "../../part-kit/pointed.js";
import type { en } from "../../text/en/choices.js";
import { significant, weight } from "../../text/numbers.js";
import { displayFormulas, richText, typeset } from "../../ui/rich.js";
import { againstDraws } from "./against-figure.js";
import { rules as experiment } from "./experiments.js";
import {
  namesOf,
  QUICK,
  RULES,
  type RuleName,
  type RulesRequest,
  type RulesResult,
  rulesOf,
} from "./rules.js";
import { thumbsPicture } from "./thumbs-picture.js";

type View = PartView<typeof en>;

const FORMULAS: Readonly<Record<RuleName, string>> = {
  ...{ none: "choiceNone", head: "choiceHead", model: "choiceModel", d: "choiceD" },
  ...{ initialisation: "choiceInitialisation", "qk-norm": "choiceNorm" },
  ...{ "soft-cap": "choiceCap", "log-n": "choiceLog", "off-by-one": "choiceOne" },
};

/** The rule that is pointed at, before that of the state. */
const pointedOf = (view: View) =>
  pointedIn(view, "choices", (id) => view.page.set({ rule: id as RuleName }));

function inputsOf(view: View, { result, study }: Shown<RulesResult>) {
  const { attention, heads, size, gain, cap, neutral } = result.request;
  return view.inputs(
    attention,
    { ruleheads: heads, wsize: size, gain, cap, neutral, rule: view.state.rule },
    study,
  );
}

/** The numbers of a rule, in the order of the columns of its table. */
const numbersOf = ({ entropy, peak, logit, gradient, share }: RulesResult["ruled"][RuleName]) => [
  ["entropy", mean(entropy)] as const,
  ["largest", mean(peak)] as const,
  ["logit", logit] as const,
  ["gradient", gradient] as const,
  ["share", share] as const,
];

function thumbs(view: View, shown: Shown<RulesResult>, lit: RuleName): TemplateResult {
  const { text } = view;
  const { result } = shown;
  const { attention, heads } = result.request;
  const { caption, corner, columns } = text.table;
  return figure(view, {
    title: text.thumbs.title,
    beside: text.thumbs.beside(attention.dim, heads, attention.dim / heads),
    drawing: view.picture(
      "rules",
      text.thumbs.alt(namesOf(text)[lit]),
      [result, lit],
      thumbsPicture(result, namesOf(text), lit),
      pointedOf(view),
      lit,
    ),
    note: text.thumbs.note,
    // The page shows it unfolded, below.
    tables: view.table(caption, [result], () => [
      corner,
      RULES.map((rule) => namesOf(text)[rule]),
      columns,
      columns.map((_, i) => RULES.map((rule) => numbersOf(result.ruled[rule])[i]?.[1] ?? 0)),
    ]),
    tableElsewhere: true,
    inputs: inputsOf(view, shown),
  });
}

/** Of none, √d_k and a third rule: the weights large. */
function large(
  view: View,
  shown: Shown<RulesResult>,
  name: "none" | "head" | "rule",
  rule: RuleName,
): TemplateResult {
  const { large: text } = view.text;
  const names = namesOf(view.text);
  const { words, ruled } = shown.result;
  const { weights: matrix, entropy, peak } = ruled[rule];
  const kind = ({ none: "unscaled", head: "scaled" } as const)[rule as "none" | "head"];
  const most = Math.log(words.length);
  const beside = { entropy, peak, most, titles: view.page.text.matrices };
  const table = text.table(names[rule]);
  return matrixFigure(view, {
    ...{ title: text.title(names[rule]), ...(kind && { kind }), inputs: inputsOf(view, shown) },
    ...{ name: `weights-${name}`, table, alt: table },
    ...{ matrix, rowLabels: words },
    rows: (palette) => ({ ...beside, color: palette[kind ?? "ink"] }),
  });
}

function rulesTable(view: View, { ruled }: RulesResult, lit: RuleName): TemplateResult {
  const { table } = view.text;
  const names = namesOf(view.text);
  const written = (name: string, value: number) =>
    name === "largest" || name === "share" ? weight(value) : significant(value, 3);
  const rows = RULES.map(
    (rule) => html`<tr data-rule=${rule} data-chosen=${rule === lit}>
      <th scope="row">${typeset(names[rule])}</th>
      ${numbersOf(ruled[rule]).map(([name, value]) => html`<td data-name=${name} data-value=${String(value)}>${typeset(written(name, value))}</td>`)}
    </tr>`,
  );
  return html`${smallTable(table.caption, table.corner, table.columns, rows)}
    <p class="note">${typeset(table.note)}</p>`;
}

function finding(view: View, { request, ruled }: RulesResult, lit: RuleName): TemplateResult {
  const three = ["none", "head", lit] as const;
  const of = (number: (rule: RuleName) => string) =>
    three.map(number) as unknown as readonly [string, string, string];
  const told = view.text.finding(
    String(request.size),
    namesOf(view.text)[lit],
    of((rule) => significant(ruled[rule].logit, 3)),
    of((rule) => weight(mean(ruled[rule].peak))),
  );
  return html`<p class="caption spoken">${richText(told)}</p>`;
}

const source = ({ text }: View, rule: RuleName): TemplateResult =>
  html`<div class="told-rule">
    <h4>${typeset(namesOf(text)[rule])}</h4>
    ${displayFormulas(FORMULAS[rule])}
    <p>${richText(text.told[rule])}</p>
  </div>`;

function content(view: View): unknown[] {
  const { engine, text, common, state, sentence, page } = view;
  if (engine === null || sentence.length === 0) return [withoutEngine(view)];
  const attention = requestOf(state, sentence);
  const { gain, cap, neutral, wsize: size, ruleheads } = state;
  const heads = fittingHeads(attention.dim, ruleheads);
  const request: RulesRequest = { attention, heads, size, gain, cap, neutral };
  const here = attention.dim <= QUICK ? () => rulesOf(engine, request) : null;
  const shown = view.answer("rules", experiment, request, here);
  const lit = (pointedOf(view).at as RuleName | null) ?? state.rule;
  const { controls: words } = text;
  const controls = controlRow(
    view,
    sliderField(view, "wsize", words.size, { step: 0.1 }),
    sliderField(view, "ruleheads", common.heads, { step: 1 }),
    field(view, "gain", words.gain, 2),
    field(view, "cap", words.cap, 2),
    field(view, "neutral", words.neutral, 2),
    unfitHeads(view, attention.dim, ruleheads),
  );
  const told = progress(view, shown.study);
  const figures =
    shown.result === null
      ? [empty(420, 760), told]
      : [
          thumbs(view, shown, lit),
          told,
          finding(view, shown.result, lit),
          html`<div class="three-figures beside">
            ${large(view, shown, "none", "none")} ${large(view, shown, "head", "head")} ${large(view, shown, "rule", lit)}
          </div>`,
          page.shows("text") ? source(view, lit) : nothing,
          rulesTable(view, shown.result, lit),
        ];
  return [
    controls,
    figures,
    againstDraws(view, request, lit),
    fold(view, "choices-sources", text.sources, () => RULES.map((rule) => source(view, rule))),
  ];
}

export const section: Section<typeof en> = {
  formulas: [],
  question: { right: 1 },
  always: true,
  content,
};
