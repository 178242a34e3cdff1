/**
 * What turning queries and keys by their positions does to the scores of a head of the trained
 * model.
 */
import { extent } from "d3-array";
import { html, type TemplateResult } from "lit";
import type { Hue } from "../../draw/figure-export.js";
import { dots, errors, linear, stretches, zip } from "../../draw/marks.js";
import type { RotationNumbers } from "../../engine/language.js";
import type { Heads } from "../../language/chat-session.js";
import { EXPONENT_BAR } from "../../page/bar-settings.js";
import { pageChat } from "../../part-kit/model/chat.js";
import { headsOf, heldHeadOf } from "../../part-kit/model/heads.js";
import { talkLink } from "../../part-kit/model/talk-link.js";
import { visibleToken } from "../../part-kit/model/tokens.js";
import { empty, findingOf, type PartView, type Section } from "../../part-kit/part-view.js";
import { hueLegend } from "../../part-kit/pieces.js";
import type { en } from "../../text/en/rotary.js";
import { significant } from "../../text/numbers.js";
import { say } from "../../text/rich.js";

type View = PartView<typeof en>;

/** The lane with the division. */
const LANE = 1;
/** The radius of a dot. */
const DOT = 3.5;

/** The place of the token whose query is shown, from 0. */
const positionOf = ({ state }: View, lanes: Heads): number =>
  Math.min(state.modelword, lanes[LANE].tokens.length) - 1;

/** The distance of each key to the query behind them. */
const distancesOf = ({ plain }: RotationNumbers): number[] =>
  Array.from(plain, (_, key) => plain.length - 1 - key);

const legendOf = ({ text }: View): readonly Hue[] => [
  { name: text.plain, color: "muted", hollow: true },
  { name: text.rotated, color: "ink" },
];

function scoresFigure(view: View, lanes: Heads, rotation: RotationNumbers): TemplateResult {
  const { text, state } = view;
  const { tokens } = lanes[LANE];
  const { plain, rotated } = rotation;
  const distances = distancesOf(rotation);
  const { modellayer: layer, modelhead: head, modelword } = state;
  const token = visibleToken(tokens[positionOf(view, lanes)] ?? "");
  const { request } = pageChat(view).headsOf;
  const [least = 0, most = 0] = extent([...plain, ...rotated, 0]);
  const room = (most - least) * 0.06;
  const lows = Array.from(plain, (score, key) => Math.min(score, rotated[key] ?? score));
  const highs = Array.from(plain, (score, key) => Math.max(score, rotated[key] ?? score));
  return view.figures.make({
    name: "scores",
    legend: legendOf(view),
    title: say(text.title, { token }),
    beside: say(text.beside, { layer, head }),
    label: text.alt,
    deps: [rotation, token, layer, head],
    chart: (palette, waits) => ({
      x: linear([-0.8, Math.max(1, plain.length - 1) + 0.8], text.distance),
      y: linear([least - room, most + room], "$q·k$"),
      height: 240,
      narrowHeight: 200,
      marks: [
        { kind: "rule", y: 0, color: palette.hairline },
        !waits && errors(stretches(distances, lows, highs), palette.hairline, { plain: true }),
        dots(zip(distances, plain), palette.muted, { radius: DOT, hollow: true }),
        !waits && dots(zip(distances, rotated), palette.ink, { radius: DOT }),
      ],
    }),
    note: text.note,
    tables: () => ({
      corner: text.corner,
      rows: distances.map((distance, key) => `${distance}: ${visibleToken(tokens[key] ?? "")}`),
      columns: [text.plain, text.rotated],
      values: [plain, rotated],
    }),
    inputs: view.answers.inputs(null, {
      modellayer: layer,
      modelhead: head,
      modelword,
      prompt: request.prompt,
      exponent: request.lanes[LANE].exponent,
    }),
  });
}

function finding({ text }: View, rotation: RotationNumbers): TemplateResult {
  const written = (score: number | undefined) => significant(score ?? 0, 2);
  return findingOf(text.finding, {
    own: written(rotation.plain.at(-1)),
    plain: written(rotation.plainDeviation),
    rotated: written(rotation.rotatedDeviation),
  });
}

function scores(view: View, lanes: Heads): unknown {
  const chat = pageChat(view);
  const rotation = chat.rotation(LANE, heldHeadOf(view.state), positionOf(view, lanes));
  if (rotation !== null) {
    return [
      hueLegend(legendOf(view)),
      scoresFigure(view, lanes, rotation),
      finding(view, rotation),
    ];
  }
  return chat.headsOf.recorded
    ? html`<p class="note">${view.text.missing} ${talkLink(view)}</p>`
    : empty();
}

function content(view: View): unknown[] {
  const lanes = headsOf(view, [heldHeadOf(view.state)]);
  if (lanes === null) return [empty({ wide: 420 })];
  return [
    view.controls.row(view.controls.field("modelhead", view.common.head)),
    scores(view, lanes),
    view.controls.foldedRow("rotary-settings", view.text.settings, () => [
      view.controls.field("modellayer", view.common.layer),
      view.controls.wordField("modelword", view.text.word, lanes[LANE].tokens.map(visibleToken)),
    ]),
  ];
}

export const section: Section<typeof en> = {
  formulas: [],
  bar: () => EXPONENT_BAR,
  question: { right: 1 },
  chapterFold: "rotary-scores",
  content,
};
