/**
 * The encoder and the decoder on two sentences: one diagram, and the matrices of the box that is
 * open.
 */

import { nothing } from "lit";
import { oneFor } from "../../belonging.js";
import { layersFor } from "../../part-kit/layers.js";
import type { Answered, PartView, Section } from "../../part-kit/part-view.js";
import { empty, findingOf, SIDES } from "../../part-kit/part-view.js";
import { hueLegend } from "../../part-kit/pieces.js";
import { SecondSentence, secondField } from "../../part-kit/second-sentence.js";
import type { en } from "../../text/en/flow.js";
import { divisorText } from "../../text/finding.js";
import { say } from "../../text/rich.js";
import {
  type BoxHalf,
  boxOf,
  followIn,
  layerAndHead,
  mostOf,
  type Open,
  openBoxPath,
} from "./boxes.js";
import { embeddingFigures, maskFigure, openedBox } from "./details.js";
import { diagramFigure } from "./diagram.js";
import { flow } from "./flow.js";

type View = PartView<typeof en>;
type Flow = Answered<typeof flow>;

const divisorOf = ({ request: { attention, heads }, result }: Flow): string =>
  divisorText(attention.dim / heads, attention.exponent, result.scaled.divisor);

/** Left the side without the division, right that with it. */
const halvesOf = (view: View, answer: Flow): readonly BoxHalf[] =>
  SIDES.map((id) => ({
    id,
    side: answer.result[id],
    color: (palette) => palette[id],
    beside: view.tables.sideNames(divisorOf(answer))[id],
    short: view.tables.sideNames()[id],
    named: (what) => say(view.common.named[id], { what }),
  }));

const secondSentenceOf = oneFor((_: View) => new SecondSentence());

/** The open box of the result. */
function openOf(view: View, answer: Flow): Open {
  const { request: model } = answer;
  const box = boxOf(view);
  const { layer, head } = layerAndHead(view, model);
  const requestedState = { box, layer: layer + 1, head: head + 1 };
  return {
    text: view.text,
    unfolded: view.state.box !== "none",
    model,
    halves: halvesOf(view, answer),
    box,
    layer,
    head,
    legend: view.figures.legend(),
    follow: followIn(view),
    inputs: view.answers.inputsOf(answer, { requestedState }),
  };
}

/** What the followed word attends to most in the open attention; of another box nothing. */
function finding(view: View, answer: Flow, open: Open) {
  const [without, withIt] = mostOf(open);
  if (without === undefined || withIt === undefined) return nothing;
  const values = { where: openBoxPath(open), without, withIt, divisor: divisorOf(answer) };
  return findingOf(view.text.finding, values);
}

const flowControls = (view: View, second: SecondSentence, dim: number) =>
  view.controls.row(
    secondField(view, second.reading, view.common.second),
    view.controls.sliderField("layers", view.common.model.layers, { step: 1 }),
    view.controls.sliderField("heads", view.common.heads, { step: 1 }),
    view.controls.unfitHeads(dim),
  );

/** The controls of how the layers are built. */
function settingsFold(view: View) {
  const { text, common } = view;
  return view.controls.foldedRow("flow-settings", text.settings, () => [
    view.controls.chooser("norm", common.model.norm, common.model.norms),
    view.controls.chooser("activation", common.model.activation, common.model.activations),
    view.controls.chooser("causal", text.causal, text.causals),
    view.controls.chooser("init", common.model.init, common.model.inits),
  ]);
}

function content(view: View): unknown[] {
  const { engine, text, state, sentence, page, dim } = view;
  const second = secondSentenceOf(view);
  second.read(page);
  if (engine === null || sentence.length === 0) {
    return [view.progress.withoutEngine(), view.wordingBelow];
  }
  const below = [flowControls(view, second, dim), view.wordingBelow, settingsFold(view)];
  const { engine: calls, problem } = layersFor(view, [sentence, state]);
  if (calls === null) return [view.progress.withoutEngine(problem), below];
  const secondRequest = { second: second.words.join(" ") };
  const answer = view.answers.to(flow, secondRequest, "flow", { ...engine, ...calls });
  const progress = view.progress.of(answer.study);
  if (answer.result === null) return [empty(), progress, below];
  const open = openOf(view, answer);
  const { box } = open;
  const matrices = openedBox(view, open);
  return [
    hueLegend(open.legend),
    diagramFigure(view, open, matrices),
    progress,
    finding(view, answer, open),
    state.figure === "" ? nothing : matrices,
    below,
    box === "embedding" || box === "target"
      ? nothing
      : view.figures.fold("flow-embedding", text.embedding.fold, () =>
          embeddingFigures(view, open),
        ),
    box === "masked"
      ? nothing
      : view.figures.fold("flow-mask", text.mask.fold, () => maskFigure(view, open)),
  ];
}

export const section: Section<typeof en> = {
  formulas: [],
  furtherFormulas: ["postNormDisplay", "preNormDisplay"],
  question: { right: 0 },
  always: true,
  pictureFirst: true,
  content,
};
