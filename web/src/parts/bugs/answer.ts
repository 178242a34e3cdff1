/**
 * The answer to a piece: why the line is wrong, what the mistake does to the reader's sentence, and
 * training with it and without: a script of its own, which comes with the first answer.
 */
import { html, nothing, type TemplateResult } from "lit";
import type { Side } from "../../attention/sides.js";
import { type ChartMaker, line, linear, log, zip } from "../../draw/marks.js";
import type { MeasuredRule } from "../../engine/api.js";
import { stateTarget } from "../../page/anchor.js";
import type { Answered } from "../../part-kit/part-view.js";
import { findingOf, smallTable, tableRow } from "../../part-kit/part-view.js";
import { nameText } from "../../part-kit/rule-names.js";
import type { en } from "../../text/en/bugs-answer.js";
import { fixed, significant, weight } from "../../text/numbers.js";
import { rich, say } from "../../text/rich.js";
import { textsOf } from "../../text/words.js";
import { richText, typeset } from "../../ui/rich.js";
import type {
  AttentionVersion,
  BugResult,
  Effect,
  bugs as experiment,
  race,
} from "./experiments.js";
import { CODE_PIECES, rateOf, TASK } from "./experiments.js";
import { VERSIONS } from "./mistakes.js";
import type { View } from "./view.js";
import { weightsPair } from "./weights-pair.js";

/** The words of the answers are a subject that no part has: they come with this script. */
const TEXTS = textsOf<typeof en>("bugs-answer");

const wordsOf = ({ page }: View): typeof en => TEXTS[page.language];

/**
 * The judgement of the reader's answer, and the explanation of the mistake.
 * @param chosen what the reader says that it does; null: asked to be shown
 */
export function answerTo(view: View, chosen: Effect | null): TemplateResult {
  const { text, state } = view;
  const { right, effect, stood = [] } = CODE_PIECES[state.bug];
  const judgement = chosen === effect ? text.quiz.right : text.quiz.wrong;
  return html`<div class="answer">
    ${chosen === null ? nothing : html`<p><strong>${typeset(judgement)}</strong></p>`}
    <p>${richText(wordsOf(view).told[state.bug])}</p>
    ${right === "" ? nothing : html`<p>${typeset(text.quiz.instead)} <code>${right}</code></p>`}
    ${
      stood.length === 0
        ? nothing
        : html`<p class="note">${typeset(text.quiz.stood)} ${stood.map(
            ({ name, url }, i) => html`${i === 0 ? nothing : ", "}<a href=${url}>${name}</a>`,
          )}</p>`
    }
  </div>`;
}

// ---- the weights with the mistake and without, with the sum of each row ----

function weightsFigure(view: View, answer: Answered<typeof experiment>): TemplateResult {
  const { weights: text, names, tables, sides } = wordsOf(view);
  const { words, ...versions } = answer.result;
  const pairSide = (side: (typeof VERSIONS)[number], color: Side) => {
    const { weights, sum } = versions[side];
    return { title: sides[side], color, weights, numbers: sum };
  };
  return view.figures.make({
    name: "weights",
    title: text.title,
    beside: names[answer.request.bug],
    source: answer,
    label: `${text.title}. ${text.note}`,
    note: text.note,
    picture: weightsPair(
      words,
      [pairSide("wrong", "unscaled"), pairSide("right", "scaled")],
      text.sum,
    ),
    tables: VERSIONS.map((side) =>
      view.tables.ofWeights(tables[side], versions[side].weights, words),
    ),
  });
}

function finding(view: View, { wrong, right }: BugResult) {
  const of = ({ means: { peak, entropy } }: AttentionVersion) => ({
    peak: weight(peak),
    entropy: fixed(entropy, 2),
  });
  return findingOf(wordsOf(view).finding, { wrong: of(wrong), right: of(right) });
}

function numbersTable(view: View, result: BugResult): TemplateResult {
  const { table, sides } = wordsOf(view);
  const row = (side: (typeof VERSIONS)[number]) => {
    const { means, share }: AttentionVersion = result[side];
    const cells = [
      { value: means.entropy, written: fixed(means.entropy, 2) },
      { value: means.peak, written: weight(means.peak) },
      { value: means.sum, written: fixed(means.sum, 2) },
      { value: means.gradient, written: significant(means.gradient, 2) },
      { value: share, written: weight(share) },
    ];
    return tableRow(sides[side], cells);
  };
  return html`${smallTable(table.caption, table.corner, table.columns, VERSIONS.map(row))}
    <p class="note">${typeset(table.note)}</p>`;
}

/** What the chapter of opened tensors measures of a version. */
function measuredText(view: View, { factor, name, cap, notes }: MeasuredRule): string {
  const { own } = wordsOf(view);
  const named = name === null ? own.unnamed : nameText(name);
  const traits = [
    factor === null ? own.noRule : say(own.factor, { factor: significant(factor, 4), name: named }),
    ...(cap === null ? [] : [say(own.cap, { cap: significant(cap, 3) })]),
    ...(notes.includes("rows-below-one") ? [own.rows] : []),
  ];
  return traits.join(own.between);
}

/** Whether the mistake changes nothing: as the root of n where n is d. */
const isHarmless = ({ wrong, right }: BugResult): boolean =>
  wrong.weights.data.every((weight, i) => Math.abs(weight - (right.weights.data[i] ?? 0)) < 1e-9);

/** Whether “Your own attention” would have found the mistake, and the link that shows it. */
function ownAnswer(view: View, { request, result }: Answered<typeof experiment>): TemplateResult {
  const { own } = wordsOf(view);
  const { bug } = request;
  // At this width the factor that is missing has a name there.
  const wide = bug === "yarn" ? { dim: 192 } : {};
  const start = { view: "own", ownfrom: "piece", ownlayer: 1, ownhead: 1, bug } as const;
  const { href, go } = stateTarget(view.page, { ...start, ...wide });
  const told = isHarmless(result)
    ? rich(own.harmless)
    : [
        ...rich(own.told[bug]),
        ...rich(own.measured, {
          wrong: measuredText(view, result.wrong.measured),
          right: measuredText(view, result.right.measured),
        }),
      ];
  return html`<p class="note">
    <strong>${typeset(own.ask)}</strong> ${richText(told)}
    <a href=${href} @click=${go}>${typeset(own.link)}</a>
  </p>`;
}

// ---- recall trained with the mistake and without: the loss, step by step ----

export function raceFigure(view: View, answer: Answered<typeof race>): TemplateResult {
  const { state } = view;
  const text = wordsOf(view);
  const { race: words } = text;
  const { result, request } = answer;
  const steps = Array.from(result.right.loss, (_, i) => i + 1);
  const losses = VERSIONS.flatMap((side) => [...result[side].loss]);
  // Single steps may come near 0, where a logarithmic axis has no end.
  const least = Math.max(1e-4, Math.min(...losses));
  const chart: ChartMaker = (palette) => ({
    x: linear([0, steps.length], words.step),
    y: log([least / 1.2, Math.max(...losses) * 1.2], words.loss),
    height: 230,
    marks: VERSIONS.map((side) => {
      const color = side === "wrong" ? palette.unscaled : palette.scaled;
      const loss = result[side].loss.map((value) => Math.max(value, least));
      return line(zip(steps, loss), color, { width: 2, label: text.sides[side] });
    }),
  });
  const end = (side: (typeof VERSIONS)[number]) => {
    const { loss, right } = result[side];
    return [significant(loss.at(-1) ?? 0, 2), fixed(right.at(-1) ?? 0, 2)] as const;
  };
  const finding = rich(words.finding, {
    steps: steps.length,
    rate: rateOf(request.bug),
    wrong: end("wrong"),
    right: end("right"),
  });
  return view.figures.make({
    name: "race",
    title: words.title,
    beside: say(words.beside, { dim: TASK.dim, n: TASK.tokens }),
    source: answer,
    chart,
    note: html`${richText(finding)} ${richText(
      (request.bug === state.bug && words.honest[request.bug as "width"]) || words.other,
    )}`,
    tables: () => ({
      corner: words.step,
      rows: steps,
      columns: VERSIONS.flatMap((side) =>
        [words.loss, words.right].map((label) => `${label}, ${text.sides[side]}`),
      ),
      values: VERSIONS.flatMap((side) => [result[side].loss, result[side].right]),
    }),
  });
}

// ---- what follows an answer ----

/** The weights with the mistake and without, their numbers, and whether they tell of it. */
export const effectOf = (view: View, answer: Answered<typeof experiment>): TemplateResult[] => [
  weightsFigure(view, answer),
  finding(view, answer.result),
  numbersTable(view, answer.result),
  ownAnswer(view, answer),
];
