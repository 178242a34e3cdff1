/** The encoder and the decoder on two sentences: one diagram, and the matrices of the box that is open. */

import { html, nothing, type TemplateResult } from "lit";
import { requestOf } from "../../attention/sentence-attention.js";
import { failureNotice } from "../../page/notices.js";
import { fixed, percent } from "../../ui/numbers.js";
import { richText, typeset } from "../../ui/rich.js";
import { chooser, controlRow, sliderField, wordField } from "../controls.js";
import { empty, figure, fold, legend, progress, withoutEngine } from "../figure.js";
import { fittingHeads, unfitHeads } from "../fitting-heads.js";
import { Layers, withLayers } from "../layers.js";
import type { AnyStudy, PartView, Section } from "../part-view.js";
import { SecondSentence, secondField } from "../second-sentence.js";
import { SECOND_WORDS } from "../second-words.js";
import { attentionIn, entropyOf, isAttention, isEncoder, meanPeak, SIDES } from "./boxes.js";
import {
  boxNames,
  divisorOf,
  embeddingFigures,
  inputsOf,
  maskFigure,
  type Open,
  openBox,
} from "./details.js";
import { POOLED } from "./diagram-layout.js";
import { diagramPicture } from "./diagram-picture.js";
import { en } from "./en.js";
import { flow as experiment } from "./experiments.js";
import { type FlowRequest, flowOf, workOf } from "./flow.js";
import { Follow } from "./follow.js";
import { BOXES, type Box } from "./keys.js";
import { zh } from "./zh.js";

type View = PartView<typeof en>;

const asked = withLayers(experiment);

/** The most work that is done within a frame; of more the worker does it. */
const QUICK = 1.3e6;

const ATTENTIONS = ["attention", "masked", "cross"] as const;

/** The box to open: that of the state, or for a figure alone one that has it. */
function boxOf({ state: { box, figure: only } }: View): Box {
  const embeds = box === "embedding" || box === "target";
  const [, name = ""] = only.split("-");
  if (name === "weights") return isAttention(box) ? box : "attention";
  const within = !embeds && box !== "memory" && box !== "output";
  return name === "before" || name === "output" ? (within ? box : "attention") : box;
}

function diagram(view: View, open: Open, box: Box): TemplateResult {
  const { text } = view;
  const { result, layer, head, follow } = open;
  const { request, embedding, target } = result;
  const names = boxNames(text, request);
  const [words, others] = [embedding.words, target.words];
  const word = follow.of("query", words.length);
  const second = follow.of("secondword", others.length);
  const shown = {
    ...{ result, layer, head, box, word, second },
    names: { boxes: names, ...text.diagram.names },
  };
  const buttons = BOXES.map((id) => {
    const label = text.button(
      isEncoder(id) ? "encoder" : "decoder",
      names[id],
      text.which[id as "norm1"] ?? null,
    );
    return { id, label, pressed: id === box };
  });
  const most = fixed(Math.log(words.length), 2);
  const many = Math.max(words.length, others.length) > POOLED;
  const notes = [
    text.diagram.note(embedding.sum.cols, most),
    ...(many ? [text.diagram.pooled] : []),
  ];
  return figure(view, {
    title: text.diagram.title,
    beside: `${text.sides.unscaled} | ${text.sides.scaled(divisorOf(result))}`,
    drawing: view.picture(
      "diagram",
      text.diagram.alt(request.layers, request.heads),
      [result, layer, head, box, word, second],
      diagramPicture(shown),
      follow.diagram,
      box,
      buttons,
    ),
    note: notes.join(" "),
    tables: view.table(text.diagram.table, [result], () => {
      const rows = ATTENTIONS.flatMap((of) =>
        Array.from({ length: request.layers }, (_, i) => [of, i] as const),
      );
      const column = (measure: typeof entropyOf, side: (typeof SIDES)[number]) =>
        rows.map(([of, i]) => measure(attentionIn(result, side, of, i)));
      return [
        text.diagram.corner,
        rows.map(([of, i]) => `${text.diagram.rows[of]} ${i + 1}`),
        text.diagram.columns,
        [entropyOf, meanPeak].flatMap((measure) => SIDES.map((side) => column(measure, side))),
      ];
    }),
    inputs: inputsOf(view, open),
  });
}

/** What the followed word attends to most in the open attention, or in that of the encoder. */
function finding(view: View, { result, layer, head, box, follow }: Open): TemplateResult {
  const { text } = view;
  const of = isAttention(box) ? box : "attention";
  const { words } = isEncoder(of) ? result.embedding : result.target;
  const keys = of === "masked" ? result.target.words : result.embedding.words;
  const row = follow.of(isEncoder(of) ? "query" : "secondword", words.length);
  const most = (side: (typeof SIDES)[number]) => {
    const { peak, peakIndex } = attentionIn(result, side, of, layer).heads[head] ?? {};
    return { share: percent(peak?.[row] ?? 0), word: keys[peakIndex?.[row] ?? 0] ?? "" };
  };
  const where = text.where(boxNames(text, result.request)[of], layer + 1, head + 1);
  const told = text.finding(
    where,
    words[row] ?? "",
    most("unscaled"),
    most("scaled"),
    divisorOf(result),
  );
  return html`<p class="caption" aria-live="polite">${richText(told)}</p>`;
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
  const layers = view.shared("layers", () => new Layers(view.changed));
  const follow = view.shared("flow", () => new Follow(view));
  const second = view.shared("flow-second", () => new SecondSentence());
  second.read(page);
  if (engine === null || sentence.length === 0) return [withoutEngine(view)];
  const attention = requestOf(state, sentence);
  const { norm, activation, init } = state;
  const words = attention.x === null ? second.words : SECOND_WORDS;
  const request: FlowRequest = {
    ...{ attention, second: words, norm, activation, init },
    ...{ heads: fittingHeads(attention.dim, state.heads), layers: state.layers },
    causal: state.causal === "on",
  };
  const above = controls(view, second, attention.dim);
  const { engine: calls, problem } = layers;
  if (problem !== null) return [above, failureNotice(page, [page.text.problems.compute(problem)])];
  if (calls === null) return [above, empty()];
  const quick = workOf(request) <= QUICK;
  const study = quick ? undefined : view.study("flow", asked, request);
  const result =
    study === undefined
      ? view.memo("flow", [engine, calls, JSON.stringify(request)], () =>
          flowOf({ ...engine, ...calls }, request),
        )
      : study.result;
  const told = study === undefined ? nothing : progress(view, study as AnyStudy);
  if (result === null) return [above, empty(), told];
  const box = boxOf(view);
  const open: Open = {
    ...{ result, box, follow, study: study as AnyStudy | undefined },
    layer: Math.min(state.layer, result.request.layers) - 1,
    head: Math.min(state.head, result.request.heads) - 1,
  };
  const names = boxNames(text, result.request);
  const inLayer = !["embedding", "target", "memory", "output"].includes(box);
  return [
    above,
    legend(view),
    diagram(view, open, box),
    told,
    finding(view, open),
    html`<section class="own" aria-label=${text.openLabel}>
      <h3>${typeset(inLayer ? text.opened(names[box], open.layer + 1) : names[box])}</h3>
      ${controlRow(
        view,
        inLayer ? sliderField(view, "layer", text.layer, { step: 1, most: state.layers }) : nothing,
        isAttention(box)
          ? sliderField(view, "head", text.head, { step: 1, most: open.result.request.heads })
          : nothing,
        isEncoder(box)
          ? wordField(view, "query", text.query)
          : wordField(view, "secondword", text.secondword, result.target.words),
      )}
      ${openBox(view, open)}
    </section>`,
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
  words: { en, zh },
  formulas: ["postNormDisplay", "preNormDisplay"],
  always: true,
  content,
};
