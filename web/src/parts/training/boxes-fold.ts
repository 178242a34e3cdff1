/** Every box of the models that the lanes train, as in the chapter of the Transformer. */

import { html, nothing, type TemplateResult } from "lit";
import { empty, findingOf, type Inputs, kindOf, type PartView } from "../../part-kit/part-view.js";
import type { en } from "../../text/en/training.js";
import { wordsOf as subject } from "../../text/words.js";
import { richText, typeset } from "../../ui/rich.js";
import { openedBox } from "../flow/details.js";
import { diagramFigure } from "../flow/diagram-figure.js";
import type { Embedding, FlowSide } from "../flow/flow.js";
import { followIn } from "../flow/follow.js";
import {
  boxOf,
  type FlowText,
  type Half,
  mostOf,
  type Open,
  placeOf,
  whereOf,
} from "../flow/open.js";
import { type LaneName, RULE_LANES } from "./keys.js";
import { laneName, laneStyle } from "./lane-style.js";
import { START_SIGN, TRAINED } from "./model-boxes.js";
import type { Lane, Race } from "./race.js";

type View = PartView<typeof en>;
/** One or two. */
type Few<T> = [T, T?];

const FLOW = subject<FlowText>("flow");

/** The names of the figures of the fold, without that of a lane. */
export const BOX_FIGURES: readonly string[] = [
  ...["diagram", "weights", "mask", "vectors", "positions", "sum", "before", "output"],
];

const figureName = ({ state }: View): string => state.figure.split("-")[1] ?? "";

/** Whether the boxes are shown: in their open fold, for paper, or as a figure alone. */
export const boxesOpen = (view: View): boolean =>
  view.state.figure === ""
    ? view.state.open.has("training-boxes") || view.whole
    : BOX_FIGURES.includes(figureName(view));

/**
 * The lanes whose models are shown: those with and without the division, where both run, otherwise the first two. The boxes
 * know no rule of the scores but a number that multiplies them.
 */
function shownLanes({ lanes: all }: Race): readonly Lane[] {
  const lanes = all.filter(({ name }) => !RULE_LANES.includes(name));
  const both = lanes.filter(({ name }) => name === "scaled" || name === "unscaled");
  return both.length === 2 ? both : lanes.slice(0, 2);
}

const called = (view: View, { name }: Lane) => ({ lane: name, name: laneName(view, name) });

/** A side with words that can be seen: spaces and the start of the answer have signs. */
function visible(side: FlowSide, start: string): FlowSide {
  const seen = (embedding: Embedding): Embedding => ({
    ...embedding,
    words: embedding.words.map((word) => (word === " " ? "␣" : word === START_SIGN ? start : word)),
  });
  return { ...side, embedding: seen(side.embedding), target: seen(side.target) };
}

function halfOf(view: View, lane: Lane, of: FlowSide): Half {
  const { name } = lane;
  const { boxes, column } = view.text;
  const beside = laneName(view, name);
  return {
    id: name,
    side: view.memo(`boxes ${name}`, [of, boxes.start], () => visible(of, boxes.start)),
    ...kindOf(name),
    color: (palette) => laneStyle(palette, name).color,
    ...{ beside, short: beside },
    named: (what) => `${column[name]} ${what}`,
  };
}

/** The words of the chapter of the Transformer, with characters in place of words. */
function wordsOf(view: View): FlowText {
  const { boxes: own } = view.text;
  const flow = FLOW[view.page.language];
  return {
    ...flow,
    ...{ query: own.query, secondword: own.secondword },
    embedding: { ...flow.embedding, vectors: own.vectors },
    mask: { ...flow.mask, note: own.mask },
  };
}

/** What the followed character attends to most in the open attention; of another box nothing. */
function finding(view: View, open: Open): TemplateResult | typeof nothing {
  const most = mostOf(open).map(({ id, ...of }) => ({ ...of, lane: id as LaneName }));
  if (most.length === 0) return nothing;
  const told = view.text.boxes.finding(whereOf(open), ...(most as Few<(typeof most)[number]>));
  return findingOf(told);
}

/** @param inputs of the race */
export function boxesOf(view: View, race: Race, inputs: Inputs): unknown {
  const { boxes: words } = view.text;
  const { setup } = race;
  const shown = shownLanes(race);
  if (shown.length === 0) return html`<p class="note">${words.none}</p>`;
  const named = shown.map((lane) => called(view, lane)) as Few<ReturnType<typeof called>>;
  const about = view.page.shows("text")
    ? html`<p class="caption-text">${richText(words.about(...named))}${race.lanes.length > 2 ? html` ${words.two}` : nothing}</p>`
    : nothing;
  const lanes = shown.filter(({ boxes }) => boxes?.side);
  const lost = shown
    .filter(({ boxes }) => boxes !== null && boxes.side === null)
    .map(({ name }) => html`<p class="note">${typeset(words.lost(laneName(view, name)))}</p>`);
  if (lanes.length === 0) return [about, lost.length > 0 ? lost : empty()];
  const model = { heads: setup.heads, layers: setup.layers, ...TRAINED };
  const box = figureName(view) === "mask" ? "masked" : boxOf(view);
  const { layer, head } = placeOf(view, model);
  const [{ date = inputs.state.date } = {}] = lanes.map(({ boxes }) => boxes ?? {});
  const state = { ...inputs.state, date, box, layer: layer + 1, head: head + 1 };
  const done = Math.max(...lanes.map(({ boxes }) => boxes?.step ?? 0));
  const open: Open = {
    ...{ text: wordsOf(view), model, box, layer, head },
    halves: lanes.map((lane) => halfOf(view, lane, lane.boxes?.side as FlowSide)),
    follow: followIn(view, "training-boxes"),
    inputs: { ...inputs, moves: null, state, run: inputs.run && { ...inputs.run, done } },
  };
  return [about, lost, diagramFigure(view, open), finding(view, open), openedBox(view, open)];
}
