/** Reason 4: over many draws most queries get no gradient. Fans against d, single draws, the sentence's own. */
import { html, nothing, type TemplateResult } from "lit";
import { requestOf } from "../../attention/sentence-attention.js";
import type { Axis, Chart, Mark, Point } from "../../draw/chart.js";
import type { DrawSummaries, Matrix } from "../../engine/api.js";
import type { Study } from "../../lab/study.js";
import type { State } from "../../state/state.js";
import { coordinates } from "../../ui/matrix-table.js";
import { significant } from "../../ui/numbers.js";
import { richText } from "../../ui/rich.js";
import { inputsAsked } from "../asked.js";
import { dimAxis } from "../axes.js";
import { largestOf } from "../matrices/section.js";
import {
  chooser,
  controlRow,
  empty,
  field,
  figure,
  folded,
  legend,
  progress,
  reasonPart,
  runOf,
  sliderField,
  wordField,
} from "../pieces.js";
import type { Room } from "../room.js";
import { type DrawsResult, type Quantity, SINGLES } from "./draws.js";
import type { SentenceResult, SentenceSide } from "./sentence.js";

/** Side 0 is without the division, side 1 with it: the two exponents that are drawn. */
const cellOf = (result: DrawsResult, dim: number, side: number) =>
  dim * result.request.exponents.length + side;

/** The exponent that is drawn beside 0. */
const exponentOf = ({ request }: DrawsResult): number => request.exponents[1] ?? 0;

/** The keys of the state that the draws were asked with. */
const askedOf = (result: DrawsResult): Partial<State> => {
  const { keys, draws, seed } = result.request;
  return { keys, draws, drawseed: seed, exponent: exponentOf(result) };
};

const FANS = ["peak", "jacobian", "gradient"] as const satisfies Quantity[];
/** The gradients of a draw reach over many powers of ten. */
const LEAST = { peak: 0, jacobian: 1e-8, gradient: 1e-8 };

function fanChart(
  room: Room,
  result: DrawsResult,
  own: SentenceResult | null,
  quantity: (typeof FANS)[number],
): Chart {
  const { palette, text } = room;
  const summaries: DrawSummaries = result.summaries[quantity];
  const sides = [palette.unscaled, palette.scaled];
  const at = (values: Float64Array, dim: number, side: number) =>
    values[cellOf(result, dim, side)] ?? 0;
  const points = (values: Float64Array, side: number) =>
    result.dims.map((d, i): Point => [d, at(values, i, side)]);
  const marks = sides.flatMap((color, side): Mark[] => [
    {
      kind: "band",
      color,
      points: result.dims.map(
        (d, i) => [d, at(summaries.low, i, side), at(summaries.high, i, side)] as const,
      ),
    },
    { kind: "line", points: points(summaries.mean, side), color, width: 1.5, dash: [4, 4] },
    { kind: "line", points: points(summaries.median, side), color, width: 2.5 },
  ]);
  const rings: Mark[] =
    own === null
      ? []
      : [own.unscaled, own.scaled].map((side, index) => ({
          kind: "dots",
          points: Array.from(
            side.reaching[quantity],
            (value): Point => [own.request.attention.dim, Math.max(value, LEAST[quantity])],
          ),
          color: sides[index] ?? palette.ink,
          hollow: true,
          radius: 4.5,
        }));
  const y: Axis =
    quantity === "peak"
      ? { kind: "linear", domain: [0, 1.03], label: text.gradient.fans.axes.peak }
      : {
          kind: "log",
          domain: [LEAST[quantity], quantity === "jacobian" ? 2 : 30],
          label: text.gradient.fans.axes[quantity],
        };
  return { x: dimAxis(text.gradient.fans.x), y, height: 240, marks: [...marks, ...rings] };
}

function fans(
  room: Room,
  study: Study<"draws">,
  result: DrawsResult,
  sentence: SentenceResult | null,
): TemplateResult[] {
  const { fans: text } = room.text.gradient;
  // Draws and sentence share a colour, so they must have the same exponent: until then the sentence is left out.
  const own = sentence?.request.attention.exponent === exponentOf(result) ? sentence : null;
  const inputs = inputsAsked(
    room.page,
    own?.request.attention ?? null,
    askedOf(result),
    runOf(room, "draws", study),
  );
  const columns = (quantity: Quantity) =>
    [0, 1].flatMap((side) =>
      (["low", "median", "high", "mean"] as const).map((statistic) =>
        result.dims.map(
          (_, i) => result.summaries[quantity][statistic][cellOf(result, i, side)] ?? 0,
        ),
      ),
    );
  return FANS.map((quantity) => {
    const label = text.label(text.axes[quantity]);
    return figure(room, {
      title: text[quantity],
      picture: room.chart(`fan-${quantity}`, label, [result, own], () =>
        fanChart(room, result, own, quantity),
      ),
      tables: [room.table(label, text.x, result.dims.map(String), text.columns, columns(quantity))],
      inputs,
    });
  });
}

/** The octave of d that is nearest to the page's. */
function nearestDim(result: DrawsResult, dim: number): number {
  const octave = Math.round(Math.log2(dim));
  return Math.max(0, result.dims.indexOf(2 ** octave));
}

// ---- single draws ----

function singles(room: Room, study: Study<"draws">, result: DrawsResult): TemplateResult {
  const { singles: text } = room.text.gradient;
  const dim = nearestDim(result, room.state.dim);
  const { rows, cols, data } = result.singles;
  const sides = [0, 1].map((side) =>
    Array.from({ length: rows }, (_, draw) => data[draw * cols + cellOf(result, dim, side)] ?? 0),
  );
  const least = 1e-9;
  const outside = sides[0]?.filter((value) => value < least).length ?? 0;
  const strip = (side: number, y: number, color: string): Mark[] =>
    (sides[side] ?? []).map((value) => ({
      kind: "errors",
      points: [[Math.max(value, least), y, y + 0.8]],
      color,
      plain: true,
      opacity: 0.75,
    }));
  const make = (): Chart => ({
    x: { kind: "log", domain: [least / 2, 30], label: text.x },
    y: { kind: "linear", domain: [-0.1, 2], label: "", bare: true },
    height: 96,
    marks: [...strip(0, 1.1, room.palette.unscaled), ...strip(1, 0, room.palette.scaled)],
  });
  const label = text.label;
  return figure(room, {
    title: text.title(rows, result.dims[dim] ?? 1),
    picture: room.chart("singles", label, [result.singles, dim], make),
    note: outside > 0 ? text.zero(outside) : undefined,
    tables: [
      room.table(
        label,
        text.corner,
        Array.from({ length: rows }, (_, i) => String(i + 1)),
        text.columns,
        sides,
      ),
    ],
    inputs: inputsAsked(
      room.page,
      null,
      askedOf(result),
      // Only the first draws are shown: once they are there, how far the run is does not matter.
      rows < Math.min(SINGLES, result.request.draws) ? runOf(room, "draws", study) : undefined,
    ),
  });
}

/** Below this share of the scaled median, the unscaled one is said to starve. */
const STARVING = 0.5;

function exploding(room: Room, result: DrawsResult): TemplateResult {
  const { exploding: text } = room.text.gradient;
  const dim = nearestDim(result, room.state.dim);
  const summaries = result.summaries.gradient;
  const statistics = ["median", "mean", "largest"] as const;
  const side = (index: number) =>
    Object.fromEntries(
      statistics.map((name) => [
        name,
        significant(summaries[name][cellOf(result, dim, index)] ?? 0, 2),
      ]),
    ) as Record<(typeof statistics)[number], string>;
  const median = (index: number) => summaries.median[cellOf(result, dim, index)] ?? 0;
  const starving = median(0) < STARVING * median(1);
  const columns = [0, 1].flatMap((index) =>
    statistics.map((name) =>
      result.dims.map((_, i) => summaries[name][cellOf(result, i, index)] ?? 0),
    ),
  );
  return html`<div class="answer">
    <h3>${text.title}</h3>
    <p class="caption">${richText(text.text(result.dims[dim] ?? 1, side(0), side(1), starving))}</p>
    ${folded(room, room.table(text.table, room.text.gradient.fans.x, result.dims.map(String), text.columns, columns))}
  </div>`;
}

// ---- the sentence's own gradient ----

const ownInputs = (room: Room, { request }: SentenceResult) => {
  const { attention, loss, target } = request;
  return inputsAsked(room.page, attention, { loss, target: target + 1 });
};

const GRADIENTS = ["scores", "queries", "keys"] as const;

function ownMaps(room: Room, result: SentenceResult): TemplateResult[] {
  const { own: text } = room.text.gradient;
  const { words } = result.request.attention;
  const columnsOf = ({ rows, cols, data }: Matrix) =>
    Array.from({ length: cols }, (_, col) =>
      Array.from({ length: rows }, (__, row) => data[row * cols + col] ?? 0),
    );
  return GRADIENTS.flatMap((name) => {
    // One scale for both sides: they are there to be compared.
    const largest = largestOf(result.unscaled[name], result.scaled[name]);
    return (["unscaled", "scaled"] as const).map((kind) => {
      const side: SentenceSide = result[kind];
      const matrix = side[name];
      const colLabels = name === "scores" ? words : coordinates(matrix.cols);
      const label = text.label(text[name], text[kind]);
      return figure(room, {
        title: text[name],
        kind,
        beside: text[kind],
        picture: room.heatmap(`own-${name}-${kind}`, label, [result], () => ({
          matrix,
          rowLabels: words,
          colLabels,
          scale: { kind: "signed", largest },
          largestPitch: 50,
        })),
        tables: [
          room.table(
            text.table(text[name], text[kind]),
            room.page.text.matrices.corner,
            words,
            colLabels,
            columnsOf(matrix),
          ),
        ],
        inputs: ownInputs(room, result),
      });
    });
  });
}

/** What is smaller stands at the left edge. */
const LEAST_SHOWN = 1e-9;

/** A line for each word: its query's gradient without the division and with it. */
function reachingStrip(room: Room, result: SentenceResult): TemplateResult {
  const { own: text } = room.text.gradient;
  const { words } = result.request.attention;
  const { unscaled, scaled } = result;
  const last = words.length - 1;
  const make = (): Chart => {
    const { palette } = room;
    const dots = (side: SentenceSide, color: string): Mark => ({
      kind: "dots",
      points: Array.from(
        side.reaching.gradient,
        (value, i): Point => [Math.max(LEAST_SHOWN, value), last - i],
      ),
      color,
      radius: words.length > 24 ? 3 : 5,
    });
    return {
      x: { kind: "log", domain: [LEAST_SHOWN / 2, 30], label: text.x },
      y: {
        kind: "linear",
        domain: [-0.6, last + 0.6],
        label: "",
        ticks: words.map((_, i) => last - i),
        format: (y) => [...(words[last - y] ?? "")].slice(0, 14).join(""),
      },
      height: Math.max(70, Math.min(640, words.length * 26)),
      marks: [dots(unscaled, palette.unscaled), dots(scaled, palette.scaled)],
    };
  };
  const starved = [...unscaled.reaching.gradient].some((value) => value < LEAST_SHOWN);
  return figure(room, {
    title: text.strip,
    picture: room.chart("reaching", text.stripLabel, [result], make),
    note: starved ? text.zero : undefined,
    tables: [
      room.table(text.rows, room.page.text.matrices.corner, words, text.columns, [
        unscaled.reaching.gradient,
        scaled.reaching.gradient,
        unscaled.reaching.jacobian,
        scaled.reaching.jacobian,
      ]),
    ],
    inputs: ownInputs(room, result),
  });
}

function own(room: Room, result: SentenceResult | null): TemplateResult {
  const { own: text, controls } = room.text.gradient;
  const study = room.study("gradient", "sentence");
  return html`<div class="own">
    <h3>${text.title}</h3>
    <p class="caption-text">${richText(text.text)}</p>
    ${result === null ? empty(false) : reachingStrip(room, result)}
    <p class="caption-text chain">${richText(text.chain)}</p>
    ${controlRow(
      room,
      chooser(room, "loss", controls.loss, controls.losses),
      room.state.loss === "target" ? wordField(room, "target", controls.target) : nothing,
    )}
    ${result === null ? empty(false) : html`<div class="own-maps">${ownMaps(room, result)}</div>`}
    ${
      result === null
        ? nothing
        : html`<p class="note">${text.loss(significant(result.unscaled.loss), significant(result.scaled.loss))}</p>
`
    }
    ${progress(room, "sentence", study)}
  </div>`;
}

export function gradient(room: Room): TemplateResult {
  const text = room.text.gradient;
  const { state, words } = room;
  const study = room.study("gradient", "draws");
  const { keys, draws, drawseed: seed, exponent } = state;
  study.ask({ seed, keys, draws, exponents: [0, exponent] });
  const sentence = room.study("gradient", "sentence");
  if (words.length > 0) {
    const target = Math.min(state.target, words.length) - 1;
    sentence.ask({ attention: requestOf(state, words), loss: state.loss, target });
  }
  const { result } = study;
  return reasonPart(
    room,
    "gradient",
    text,
    ["chainDisplay"],
    controlRow(
      room,
      sliderField(room, "keys", text.controls.keys, { step: 1, log: true }),
      sliderField(room, "draws", text.controls.draws, { step: 100, log: true }),
      field(room, "drawseed", text.controls.drawseed),
    ),
    legend(room, text.fans.legend(keys, words.length)),
    result === null
      ? empty()
      : html`<div class="three-figures">${fans(room, study, result, sentence.result)}</div>`,
    progress(room, "draws", study),
    result === null ? nothing : html`${singles(room, study, result)} ${exploding(room, result)}`,
    own(room, sentence.result),
    room.page.shows("text") ? html`<p class="note">${text.limits}</p>` : nothing,
  );
}
