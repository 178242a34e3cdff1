/** One model: its facts, and the reader's sentence under its rule beside the paper's root. */
import { html, nothing, type TemplateResult } from "lit";
import { requestOf } from "../../attention/sentence-attention.js";
import { sketched } from "../../draw/sketch.js";
import type { Answered } from "../../part-kit/part-view.js";
import { findingOf } from "../../part-kit/pieces.js";
import type { en as choiceWords } from "../../text/en/choices.js";
import { fixed, significant, weight } from "../../text/numbers.js";
import { say } from "../../text/rich.js";
import { unmarked } from "../../text/typeset.js";
import { textsOf } from "../../text/words.js";
import { richText, typeset } from "../../ui/rich.js";
import { weightsPair } from "../bugs/weights-pair.js";
import { ruleNames } from "../choices/names.js";
import { card as experiment } from "./experiments.js";
import { addressOf, dividesByRoot, hasMore, type Model, type Sources, sourceOf } from "./models.js";
import { choiceOf, leftOut, type RuledModel, ruledModel, ruleOfModel } from "./rules.js";
import { unknownModel } from "./unknown.js";
import type { View } from "./view.js";
import { factorText, headsText, headText, listed, sizesText, traitsOf, wordsOf } from "./words.js";

type Card = Answered<typeof experiment>;

const choicesText = textsOf<typeof choiceWords>("choices");

/** The settings of `choices` for a model, and what of it has no place there. */
function choiceText(view: View, model: Model): string {
  const choice = choiceOf(model);
  if (choice === null) return "";
  const state: Readonly<Record<string, unknown>> = view.state;
  const isSet = Object.entries(choice.change).every(([key, value]) => state[key] === value);
  if (!isSet) return "";
  const { heading, names } = choicesText[view.page.language];
  const words = wordsOf(view).card.choice;
  const { dim = 1, ruleheads = 1, rule = "head", gain, cap, wsize = 1 } = choice.change;
  const settings = [
    `$dₖ$ = ${dim / ruleheads}`,
    ruleheads === choice.heads
      ? `$h$ = ${ruleheads}`
      : say(words.heads, { shown: ruleheads, heads: choice.heads }),
    ruleNames(names)[rule],
    ...(gain === undefined ? [] : [`$g/√dₖ$ = ${significant(gain, 3)}`]),
    ...(cap === undefined ? [] : [`$c$ = ${cap}`]),
    ...(wsize === 1 ? [] : [`$W$ × ${significant(wsize, 3)}`]),
    ...(choice.otherFactor ? [words.factor] : []),
    ...(choice.leavesOut ? [words.rest] : []),
  ];
  return say(words.set, { part: heading, settings: listed(view, settings) });
}

function sourcesText(view: View, places: readonly string[]): TemplateResult {
  return html`<p class="note">${wordsOf(view).card.facts.sources} ${places.map((place, i) => {
    const { repository = "", path = "", line = "" } = sourceOf(place) ?? {};
    const file = path.slice(path.lastIndexOf("/") + 1);
    return html`${i === 0 ? nothing : ", "}<a
      href=${addressOf(place)}
      target="_blank"
      rel="noopener"
      title=${path}
    >${repository}, ${file}:${line}</a>`;
  })}.</p>`;
}

/** The facts of a model in lines, the sentence about it, and what the picture leaves out. */
function factsOf(
  view: View,
  model: Model,
  ruled: RuledModel | null,
  sources: Sources,
): TemplateResult {
  const text = wordsOf(view);
  const { facts, left, parts, none } = text.card;
  const { latent } = model;
  const omitted = leftOut(model).map((part) => parts[part]);
  const sentence = (text.sentences as Readonly<Record<string, string>>)[model.id] ?? "";
  const traits = traitsOf(view, model);
  const lines = [
    say(facts.sizes, {
      kind: view.text.kinds[model.kind],
      year: model.year,
      width: sizesText(model.width, text.table.byLevel),
      heads: headsText(view, model),
      head: headText(view, model),
    }),
    latent === undefined ? "" : say(facts.made, { content: latent[0], rotary: latent[1] }),
    say(facts.factor, {
      factors: listed(
        view,
        model.factors.map((factor) => factorText(view, factor)),
      ),
      applied: text.applied[model.applied],
    }),
    hasMore(model) ? say(facts.beside, { traits: listed(view, traits) }) : "",
    say(facts.read, { read: text.read[model.readFrom] }),
  ];
  const between = view.page.language === "zh" ? "" : " ";
  const told = lines.filter((line) => line !== "").join(between);
  const limits = [
    ruled === null ? say(none, { model: model.name }) : "",
    ruled === null || omitted.length === 0 ? "" : say(left, { parts: listed(view, omitted) }),
    choiceText(view, model),
  ];
  // A figure alone stands without what the part says above it.
  const unknown = view.state.figure === "" ? nothing : unknownModel(view, model);
  return html`<div class="facts">
    ${unknown}
    <p class="note">${typeset(told)}</p>
    ${sentence === "" ? nothing : html`<p class="note">${richText(sentence)}</p>`}
    <p class="note">${typeset(limits.filter((line) => line !== "").join(between))}</p>
    ${sourcesText(view, sources[model.id] ?? [])}
  </div>`;
}

/** Whether the page computes of a model what it computes of the paper's rule. */
const isPlain = (model: Model) =>
  dividesByRoot(model) &&
  Object.keys(ruleOfModel(ruledModel(model) as RuledModel)).join() === "scale";

function finding(view: View, model: Model, { request, result }: Card): TemplateResult {
  const { other, same } = wordsOf(view).card.finding;
  const { means } = result.root;
  const peak = weight(means.peak);
  const entropy = fixed(means.entropy, 2);
  if (isPlain(model)) return findingOf(same, { model: model.name, peak, entropy });
  return findingOf(other, {
    head: request.attention.dim,
    model: model.name,
    peaks: { model: weight(result.model.means.peak), root: peak },
    entropies: { model: fixed(result.model.means.entropy, 2), root: entropy },
  });
}

function ruledCard(
  view: View,
  ruled: RuledModel,
  sources: Sources,
  answer: Card,
): readonly TemplateResult[] {
  const { model, head } = ruled;
  const { card: text } = wordsOf(view);
  const { result, request } = answer;
  const { words } = request.attention;
  const name = { model: model.name };
  const root = say(text.root, { head });
  const side = (which: "model" | "root", title: string, color: "ink" | "scaled") => {
    const { weights, peak } = result[which];
    return { title, color, weights, numbers: peak };
  };
  const figure = view.figures.make({
    name: "card",
    title: say(text.title, name),
    beside: say(text.beside, { head }),
    label: say(text.alt, { ...name, head }),
    source: answer,
    requestedState: { model: view.state.model },
    deps: [result, model],
    picture: weightsPair(
      words,
      [side("model", model.name, "ink"), side("root", root, "scaled")],
      text.peak,
    ),
    after: factsOf(view, model, ruled, sources),
    tables: (["model", "root"] as const).map((which) =>
      view.tables.ofWeights(say(text.tables[which], name), result[which].weights, words),
    ),
  });
  return [finding(view, model, answer), figure];
}

/** The room of a line of text in a picture. */
const LINE = 18;

/** The card of a model whose sums do not run over the width of a head: its facts alone. */
function bareCard(view: View, model: Model, sources: Sources): TemplateResult {
  const { card: text } = wordsOf(view);
  const told = unmarked(say(text.none, { model: model.name }));
  const { name, factors } = model;
  const [factor] = factors;
  return view.figures.make({
    name: "card",
    title: say(text.title, { model: name }),
    inputs: view.answers.inputs(null, { model: view.state.model }),
    deps: [model, told],
    label: told,
    picture: sketched((sketch) => {
      const style = { size: 13, fill: sketch.palette.ink };
      sketch.math(`${name}: ${factorText(view, factor)}`, 0, LINE, style);
      return 2 * LINE;
    }),
    after: factsOf(view, model, null, sources),
    tables: () => ({
      corner: view.text.factors.corner,
      rows: [name],
      columns: [view.text.factors.columns[0]],
      values: [[model.year]],
    }),
  });
}

/** One model and the reader's sentence, with its facts. */
export function modelCard(view: View, model: Model, sources: Sources): unknown[] {
  const { engine, sentence, state, progress, answers } = view;
  const ruled = ruledModel(model);
  if (ruled === null) return [bareCard(view, model, sources)];
  if (engine === null || sentence.length === 0) return [progress.withoutEngine()];
  const drawn = { ...state, vectors: "random", dim: ruled.head } as const;
  const attention = requestOf(drawn, sentence);
  const answer = answers.to(experiment, { attention, rule: ruleOfModel(ruled) });
  return progress.answered(answer, { wide: 420, narrow: 460 }, (known) =>
    ruledCard(view, ruled, sources, known),
  );
}
