/** Which query heads of the trained model share a key head, and how alike their scores are. */
import { mean } from "d3-array";
import type { TemplateResult } from "lit";
import { memoFor, oneFor } from "../../belonging.js";
import type { Hue } from "../../draw/figure-export.js";
import { dots, linear, type Point } from "../../draw/marks.js";
import { Pointed } from "../../draw/pointed.js";
import { rowsOf } from "../../draw/table.js";
import type { HeadCorrelations } from "../../engine/language.js";
import { HEADS, LAYERS } from "../../keys/inside.js";
import type { LaneHeads } from "../../language/api.js";
import type { Heads } from "../../language/chat-session.js";
import { EXPONENT_BAR } from "../../page/bar-settings.js";
import { divisionName, pageChat } from "../../part-kit/model/chat.js";
import { headsOf, heldHeadOf, holdHead } from "../../part-kit/model/heads.js";
import { smallHeads } from "../../part-kit/model/small-heads.js";
import { empty, findingOf, type PartView, type Section } from "../../part-kit/part-view.js";
import { hueLegend } from "../../part-kit/pieces.js";
import type { Settled } from "../../questions/question.js";
import type { en } from "../../text/en/groups.js";
import { significant } from "../../text/numbers.js";
import { rich, say } from "../../text/rich.js";
import { groupsPicture } from "./picture.js";

type View = PartView<typeof en>;
type Layers = readonly HeadCorrelations[];

/** The lane with the division. */
const LANE = 1;
/** Query heads that read the same key head. */
export const GROUP = 4;

const pointedHead = oneFor(
  (view: View) => new Pointed(view.changed, (id) => holdHead(view, Number(id))),
);
const thumbnailsOf = memoFor((lane: LaneHeads) => smallHeads(lane));

/** A correlation in writing. */
const written = (correlation: number) => significant(correlation, 2);

/** The means over all layers. */
const overLayers = (layers: Layers) => ({
  within: mean(layers, ({ within }) => within) ?? 0,
  between: mean(layers, ({ between }) => between) ?? 0,
});

const chatInputs = (view: View) => {
  const { modellayer, modelhead } = view.state;
  const { prompt, lanes } = pageChat(view).headsOf.request;
  const { exponent } = lanes[LANE];
  return view.answers.inputs(null, { modellayer, modelhead, prompt, exponent });
};

function headsFigure(view: View, lanes: Heads, layers: Layers | null): TemplateResult {
  const { text, state } = view;
  const chat = pageChat(view);
  const lane = lanes[LANE];
  const first = (state.modellayer - 1) * HEADS;
  const lit = Number(pointedHead(view).at ?? heldHeadOf(state));
  const names = Array.from({ length: HEADS / GROUP }, (_, group) =>
    say(text.group, { keys: group + 1, from: group * GROUP + 1, to: (group + 1) * GROUP }),
  );
  const correlations = layers?.[state.modellayer - 1]?.correlations;
  const heads = Array.from({ length: HEADS }, (_, head) => head + 1);
  return view.figures.make({
    name: "heads",
    kind: "scaled",
    title: say(text.title, { layer: state.modellayer }),
    beside: divisionName(view, chat.headsOf.request.lanes[LANE]),
    label: text.alt,
    note: text.note,
    deps: [lane, first, correlations],
    picture: groupsPicture({
      matrices: thumbnailsOf(view, lane).slice(first, first + HEADS),
      first,
      group: GROUP,
      names,
      lit,
    }),
    events: pointedHead(view),
    highlighted: String(lit),
    inputs: chatInputs(view),
    busy: chat.answering,
    tables: () => ({
      corner: view.common.head,
      rows: heads,
      columns: heads.map((head) => say(text.column, { head })),
      values: correlations === undefined ? heads.map(() => []) : rowsOf(correlations),
    }),
  });
}

const legendOf = ({ text }: View): readonly Hue[] => [
  { name: text.layers.within, color: "ink" },
  { name: text.layers.between, color: "muted", hollow: true },
];

function layersFigure(view: View, layers: Layers): TemplateResult {
  const text = view.text.layers;
  const points = (of: "within" | "between") => layers.map((layer, i): Point => [i + 1, layer[of]]);
  const ticks = layers.map((_, i) => i + 1);
  return view.figures.make({
    name: "layers",
    legend: legendOf(view),
    title: text.title,
    deps: [layers, view.state.modellayer],
    chart: (palette, waits) => ({
      x: linear([0.5, LAYERS + 0.5], view.common.layer, { ticks }),
      y: linear([0, 1], text.correlation),
      height: 180,
      marks: [
        { kind: "rule", x: view.state.modellayer, color: palette.hairline },
        dots(points("between"), palette.muted, { radius: 4, hollow: true }),
        !waits && dots(points("within"), palette.ink, { radius: 4 }),
      ],
    }),
    tables: () => ({
      corner: view.common.layer,
      rows: ticks,
      columns: [text.within, text.between],
      values: [layers.map(({ within }) => within), layers.map(({ between }) => between)],
    }),
    inputs: chatInputs(view),
  });
}

function finding({ text, state }: View, layers: Layers): TemplateResult | null {
  const { modellayer: layer } = state;
  const own = layers[layer - 1];
  if (own === undefined) return null;
  const all = overLayers(layers);
  return findingOf(text.finding, {
    layer,
    within: written(own.within),
    between: written(own.between),
    withinAll: written(all.within),
    betweenAll: written(all.between),
  });
}

function content(view: View): unknown[] {
  const { text } = view;
  const lanes = headsOf(view, [heldHeadOf(view.state)]);
  if (lanes === null) return [empty({ wide: 420 })];
  const layers = pageChat(view).correlations(LANE);
  return [
    view.controls.row(view.controls.field("modellayer", view.common.layer)),
    headsFigure(view, lanes, layers),
    layers && finding(view, layers),
    view.figures.fold("groups-layers", text.layers.title, () =>
      layers === null
        ? empty({ wide: 260 })
        : [hueLegend(legendOf(view)), layersFigure(view, layers)],
    ),
  ];
}

/** The ends of the question's first two answers. */
const ANSWERS = [0.2, 0.6];

function settle(view: View): Settled | null {
  const layers = pageChat(view).correlations(LANE);
  if (layers === null) return null;
  const { within, between } = overLayers(layers);
  const right = ANSWERS.filter((end) => within - between >= end).length;
  const values = { within: written(within), between: written(between) };
  return { right, why: rich(view.text.question.why, values) };
}

export const section: Section<typeof en> = {
  formulas: [],
  bar: () => EXPONENT_BAR,
  question: { settle },
  chapterFold: "groups-heads",
  content,
};
