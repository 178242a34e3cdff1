/** Every box of the models that the lanes train, as in the chapter of the Transformer. */
import { html, nothing, type TemplateResult } from "lit";
import { memoForEach } from "../../belonging.js";
import type { LaneName } from "../../keys/training.js";
import { RULE_LANES } from "../../keys/training.js";
import { empty } from "../../part-kit/pieces.js";
import { sentenceOf } from "../../part-kit/prose.js";
import { rich } from "../../text/rich.js";
import { textsOf } from "../../text/words.js";
import { richText, typeset } from "../../ui/rich.js";
import type { BoxHalf, FlowText, Open } from "../flow/boxes.js";
import { boxOf, followIn, layerAndHead, mostOf, openBoxPath } from "../flow/boxes.js";
import { openedBox } from "../flow/details.js";
import { diagramFigure } from "../flow/diagram.js";
import type { Embedding, FlowSide } from "../flow/flow.js";
import { START_SIGN, TRAINED } from "./experiments.js";
import { laneName, laneStyle, lanesLegend, laneWord, type View } from "./lane-figures.js";
import type { Race } from "./race.js";
import { raceInputs } from "./race-controls.js";
import type { Lane } from "./track.js";

const FLOW = textsOf<FlowText>("flow");

/** The names of the figures of the fold, without that of a lane. */
export const BOX_FIGURES: readonly string[] = [
  "diagram",
  "weights",
  "mask",
  "vectors",
  "positions",
  "sum",
  "before",
  "output",
];

const figureName = ({ state }: View): string => state.figure.split("-")[1] ?? "";

/** Whether the boxes are shown: in their open fold, for paper, or as a figure alone. */
export const boxesOpen = (view: View): boolean =>
  view.state.figure === ""
    ? view.host.openFolds.has("training-boxes") || view.whole
    : BOX_FIGURES.includes(figureName(view));

/**
 * The lanes whose models are shown: those with and without the division, where both run, otherwise
 * the first two. The boxes know no rule of the scores but a number that multiplies them.
 */
function shownLanes({ lanes: lanesOfRace }: Race): readonly Lane[] {
  const lanes = lanesOfRace.filter(({ name }) => !RULE_LANES.includes(name));
  const sides = lanes.filter(({ name }) => name === "scaled" || name === "unscaled");
  return sides.length === 2 ? sides : lanes.slice(0, 2);
}

/** A side with words that can be seen: spaces and the start of the answer have signs. */
function withVisibleWords(side: FlowSide, start: string): FlowSide {
  const signs = new Map([
    [" ", "␣"],
    [START_SIGN, start],
  ]);
  const visibleWords = ({ words, ...embedding }: Embedding): Embedding => ({
    ...embedding,
    words: words.map((word) => signs.get(word) ?? word),
  });
  return { ...side, embedding: visibleWords(side.embedding), target: visibleWords(side.target) };
}

const visibleSides = memoForEach((_: LaneName, side: FlowSide, start: string) =>
  withVisibleWords(side, start),
);

function halfOf(view: View, lane: Lane, side: FlowSide): BoxHalf {
  const { name } = lane;
  const { boxes, column } = view.text;
  const beside = laneName(view, name);
  return {
    id: name,
    side: visibleSides(view, name, side, boxes.start),
    color: (palette) => laneStyle(palette, name).color,
    beside,
    short: beside,
    named: (what) => `${column[name]} ${what}`,
  };
}

/** The words of the chapter of the Transformer, with characters in place of words. */
function boxTexts(view: View): FlowText {
  const { boxes: boxText } = view.text;
  const flow = FLOW[view.page.language];
  return {
    ...flow,
    query: boxText.query,
    secondword: boxText.secondword,
    embedding: { ...flow.embedding, vectors: boxText.vectors },
    mask: { ...flow.mask, note: boxText.mask },
  };
}

/** What the followed character attends to most in the open attention; of another box nothing. */
function finding(view: View, open: Open): TemplateResult | typeof nothing {
  const laneTexts = mostOf(open).map(({ id, name, ...values }) =>
    richText(view.text.boxes.gives, { lane: laneWord(id, name), ...values }),
  );
  if (laneTexts.length === 0) return nothing;
  return html`<p class="caption spoken">${sentenceOf(view.common.signs, openBoxPath(open), laneTexts)}</p>`;
}

export function boxesFold(view: View, race: Race): unknown {
  const { boxes: words } = view.text;
  const { setup } = race;
  const inputs = raceInputs(view, race);
  const pair = shownLanes(race);
  if (pair.length === 0) return html`<p class="note">${words.none}</p>`;
  const [one = "", other] = pair.map(({ name }) => laneWord(name, laneName(view, name)));
  const sides = other === undefined ? [] : rich(words.sides, { one, other });
  const about = view.page.shows("text")
    ? html`<p class="caption-text">${richText(words.about, { sides })}${
        race.lanes.length > 2 ? html` ${words.two}` : nothing
      }</p>`
    : nothing;
  const lanes = pair.filter(({ boxes }) => boxes?.side);
  const lost = pair
    .filter(({ boxes }) => boxes?.side === null)
    .map(({ name }) => laneName(view, name))
    .map((lane) => html`<p class="note">${typeset(words.lost, { lane })}</p>`);
  if (lanes.length === 0) return [about, lost.length > 0 ? lost : empty()];
  const model = { heads: setup.heads, layers: setup.layers, ...TRAINED };
  const box = figureName(view) === "mask" ? "masked" : boxOf(view);
  const { layer, head } = layerAndHead(view, model);
  const { date = inputs.state.date } = lanes[0]?.boxes ?? {};
  const state = { ...inputs.state, date, box, layer: layer + 1, head: head + 1 };
  const done = Math.max(...lanes.map(({ boxes }) => boxes?.step ?? 0));
  const open: Open = {
    text: boxTexts(view),
    model,
    box,
    unfolded: view.state.box !== "none",
    layer,
    head,
    halves: lanes.map((lane) => halfOf(view, lane, lane.boxes?.side as FlowSide)),
    legend: lanesLegend(view, race),
    follow: followIn(view),
    inputs: { ...inputs, moves: null, state, run: inputs.run && { ...inputs.run, done } },
  };
  const matrices = openedBox(view, open);
  return [
    about,
    lost,
    diagramFigure(view, open, matrices),
    finding(view, open),
    view.state.figure === "" ? nothing : matrices,
  ];
}
