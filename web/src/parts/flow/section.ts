/** The encoder and the decoder on two sentences: one diagram, and the matrices of the box that is open. */

import { html, nothing } from "lit";
import { requestOf } from "../../attention/sentence-attention.js";
import type { AnyStudy } from "../../part-kit/answers.js";
import { chooser, controlRow, sliderField } from "../../part-kit/controls.js";
import { empty, fold, legend, progress, withoutEngine } from "../../part-kit/figure.js";
import { fittingHeads, unfitHeads } from "../../part-kit/fitting-heads.js";
import { layersFor } from "../../part-kit/layers.js";
import type { PartView, Section } from "../../part-kit/part-view.js";
import { SecondSentence, secondField } from "../../part-kit/second-sentence.js";
import { SECOND_WORDS } from "../../part-kit/second-words.js";
import { SIDES, sideNames } from "../../part-kit/sides.js";
import type { en } from "../../text/en/flow.js";
import { divisorText } from "../../text/finding.js";
import { richText } from "../../ui/rich.js";
import { embeddingFigures, maskFigure, openedBox } from "./details.js";
import { diagramFigure } from "./diagram-figure.js";
import { flow } from "./experiments.js";
import type { FlowRequest, FlowResult } from "./flow.js";
import { followIn } from "./follow.js";
import { boxOf, type Half, mostOf, type Open, placeOf, whereOf } from "./open.js";

type View = PartView<typeof en>;

const divisorOf = ({ request: { attention, heads }, scaled }: FlowResult): string =>
  divisorText(attention.dim / heads, attention.exponent, scaled.divisor);

/** Left the side without the division, right that with it. */
const halvesOf = (view: View, result: FlowResult): readonly Half[] =>
  SIDES.map((id) => ({
    ...{ id, kind: id, side: result[id], color: (palette) => palette[id] },
    beside: sideNames(view, divisorOf(result))[id],
    ...{ short: sideNames(view)[id], named: view.common.named[id] },
  }));

/** What is open of the result. */
function openOf(view: View, result: FlowResult, study: AnyStudy | undefined): Open {
  const { request: model } = result;
  const { attention, second, heads, layers, norm, activation, causal, init } = model;
  const box = boxOf(view);
  const { layer, head } = placeOf(view, model);
  const shown = { box, layer: layer + 1, head: head + 1 };
  const asked = { heads, layers, norm, activation, init, second: second.join(" "), ...shown };
  return {
    ...{ text: view.text, model, halves: halvesOf(view, result), box, layer, head },
    follow: followIn(view, "flow"),
    inputs: view.inputs(attention, { ...asked, causal: causal ? "on" : "off" }, study),
  };
}

/** What the followed word attends to most in the open attention; of another box nothing. */
function finding(view: View, result: FlowResult, open: Open) {
  const [without, withIt] = mostOf(open);
  if (without === undefined || withIt === undefined) return nothing;
  const told = view.text.finding(whereOf(open), without, withIt, divisorOf(result));
  return html`<p class="caption spoken">${richText(told)}</p>`;
}

function controls(view: View, second: SecondSentence, dim: number) {
  const { text, common } = view;
  return controlRow(
    view,
    secondField(view, second.reading, common.second),
    sliderField(view, "layers", common.model.layers, { step: 1 }),
    sliderField(view, "heads", common.heads, { step: 1 }),
    unfitHeads(view, dim),
    chooser(view, "norm", common.model.norm, common.model.norms),
    chooser(view, "activation", common.model.activation, common.model.activations),
    chooser(view, "causal", text.causal, text.causals),
    chooser(view, "init", common.model.init, common.model.inits),
  );
}

function content(view: View): unknown[] {
  const { engine, text, state, sentence, page } = view;
  const second = view.shared("flow-second", () => new SecondSentence());
  second.read(page);
  if (engine === null || sentence.length === 0) return [withoutEngine(view), view.told];
  const attention = requestOf(state, sentence);
  const { norm, activation, init } = state;
  const words = attention.x === null ? second.words : SECOND_WORDS;
  const request: FlowRequest = {
    ...{ attention, second: words, norm, activation, init },
    ...{ heads: fittingHeads(attention.dim, state.heads), layers: state.layers },
    causal: state.causal === "on",
  };
  const below = [controls(view, second, attention.dim), view.told];
  const { engine: calls, problem } = layersFor(view, request);
  if (calls === null) return [withoutEngine({ problem, page }), below];
  const { result, study } = view.answer(flow, request, "flow", { ...engine, ...calls });
  const told = progress(view, study);
  if (result === null) return [empty(), told, below];
  const open = openOf(view, result, study);
  const { box } = open;
  return [
    legend(view),
    diagramFigure(view, open),
    told,
    finding(view, result, open),
    openedBox(view, open),
    below,
    box === "embedding" || box === "target"
      ? nothing
      : fold(view, "flow-embedding", text.embedding.fold, () => embeddingFigures(view, open)),
    box === "masked"
      ? nothing
      : fold(view, "flow-mask", text.mask.fold, () => maskFigure(view, open)),
    page.shows("text") ? html`<p class="note">${richText(text.honest)}</p>` : nothing,
  ];
}

export const section: Section<typeof en> = {
  formulas: ["postNormDisplay", "preNormDisplay"],
  question: { right: 0 },
  always: true,
  pictureFirst: true,
  content,
};
