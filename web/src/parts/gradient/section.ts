/**
 * Without the division few of the draws supply the gradient: their share and the medians against d,
 * and behind folds the distributions and the sentence's own gradient.
 */
import { html, nothing, type TemplateResult } from "lit";
import { largestOf } from "../../draw/heatmap.js";
import type { Axis, ChartMaker, Mark } from "../../draw/marks.js";
import { atX, dots, errors, line, linear, log, note, zip } from "../../draw/marks.js";
import type { Palette } from "../../draw/palette.js";
import { type Columns, coordinates, rowsOf } from "../../draw/table.js";
import type { DrawSummaries } from "../../engine/api.js";
import { everyEntry } from "../../experiments/experiment.js";
import { paragraphs } from "../../page/prose.js";
import { DIMS } from "../../part-kit/axes.js";
import type { Answer, Answered, PartView, Section, Side } from "../../part-kit/part-view.js";
import { bandOf, dimAxis, empty, many, SIDES } from "../../part-kit/part-view.js";
import { hueLegend } from "../../part-kit/pieces.js";
import { proseOf } from "../../part-kit/prose.js";
import { wordStrip } from "../../part-kit/word-strip.js";
import type { en } from "../../text/en/gradient.js";
import { percent, significant } from "../../text/numbers.js";
import { say } from "../../text/rich.js";
import { richText, typeset } from "../../ui/rich.js";
import { draws, SHARE_COUNTS, SINGLES, sentenceGradients, shares } from "./experiments.js";

type View = PartView<typeof en>;
type Draws = Answered<typeof draws>;
type Shares = Answered<typeof shares>;
type SentenceGradients = Answered<typeof sentenceGradients>;
type Carried = Answer<typeof sentenceGradients>;

/** Smaller gradients are drawn at the left edge. */
const LEAST_SHOWN = 1e-9;

/**
 * The summaries of a side, an entry for every d: there is one for each d and, within it, each side.
 */
const ofSide = (summaries: DrawSummaries, side: Side): DrawSummaries =>
  everyEntry(summaries, DIMS.length, SIDES.indexOf(side), SIDES.length);

/** The statistics in the tables of the fans, and in that of the medians. */
const QUANTILES = ["low", "median", "high", "mean"] as const;
const LOCATIONS = ["median", "mean", "largest"] as const;
type Statistics = typeof QUANTILES | typeof LOCATIONS;

/** The names of the sides. */
const sidesOf = (view: View) => Object.values(view.tables.sideNames());

/** The rows and columns of a table of statistics of both sides. */
const statisticColumns = (view: View, summaries: DrawSummaries, wanted: Statistics): Columns => {
  const summariesOfSides = SIDES.map((side) => ofSide(summaries, side));
  return {
    corner: "d",
    rows: DIMS,
    ...view.tables.summaryColumns(sidesOf(view), summariesOfSides, wanted),
  };
};

/** The exponent of the divided side. */
const exponentOf = ({ request }: Draws): number => request.exponents[1] ?? 0;

/** The octave of d nearest to the page's, as an index into DIMS. */
const nearestDim = ({ state: { dim } }: View): number =>
  Math.max(0, DIMS.indexOf(2 ** Math.round(Math.log2(dim))));

// ---- several numbers of keys ----

const legendOf = (view: View) => view.figures.legend([view.text.shares.legend]);

/** The legend of the draws with the reader's number of keys. */
const legendOfDraws = (view: View) => {
  const { text, state, sentence } = view;
  return view.figures.legend([say(text.fans.legend, { keys: state.keys, words: sentence.length })]);
};

/** A pattern of strokes for each number of keys, the same on both sides. */
const DASHES = [[2, 3], [5, 4], [11, 4], []] as const;

/** The figure of a statistic with its table. `more`: further marks below the lines. */
function sharesFigure(
  view: View,
  answer: Shares,
  statistic: "share" | "median",
  parts: { y: Axis; more?: (palette: Palette) => Mark[] },
): TemplateResult {
  const { shares: text } = view.text;
  const dim = nearestDim(view);
  const series = SIDES.flatMap((side) =>
    answer.result.map(({ keys, gradient }, i) => ({
      side,
      label: `$n$ = ${keys}`,
      dash: DASHES[i],
      values: ofSide(gradient, side)[statistic],
    })),
  );
  const chart: ChartMaker = (palette) => ({
    x: dimAxis(),
    y: parts.y,
    height: 270,
    narrowHeight: 190,
    marks: [
      { kind: "rule", x: DIMS[dim] ?? 1, color: palette.hairline },
      ...(parts.more?.(palette) ?? []),
      ...series.map(({ side, label, dash, values }) =>
        line(zip(DIMS, values), palette[side], { width: 2.25, dash, label }),
      ),
    ],
  });
  return view.figures.make({
    name: statistic,
    legend: legendOf(view),
    ...text[statistic],
    source: answer,
    deps: [answer.result, dim],
    chart,
    tables: view.tables.make(statistic, text[statistic].title, [answer.result], () => ({
      corner: "d",
      rows: DIMS,
      columns: series.map(({ label, side }) => `${label}, ${view.tables.sideNames()[side]}`),
      values: series.map(({ values }) => values),
    })),
  });
}

/** The main figure and what it shows at the page's d. */
function sharesAgainstDim(view: View, answer: Shares): TemplateResult {
  const { shares: text } = view.text;
  const { result } = answer;
  const dim = nearestDim(view);
  const list = (items: readonly (string | number)[]) =>
    `${items.slice(0, -1).join(view.page.text.controlRows.comma)}${text.and}${items.at(-1)}`;
  const sharesText = (side: Side) =>
    list(result.map(({ gradient }) => percent(ofSide(gradient, side).share[dim] ?? 0)));
  const counts = list(result.map(({ keys }) => keys));
  const drawing = sharesFigure(view, answer, "share", {
    y: log([0.02, 1.1], text.share.y, { ticks: [0.02, 0.05, 0.1, 0.2, 0.5, 1] }),
    more: ({ muted }) => [
      // d^(−½) from d = 4 to 1024.
      line(zip([4, 1024], [1 / 2, 1 / 32]), muted, { width: 1 }),
      note(text.share.slope, [180, 0.045], muted, { align: "right" }),
    ],
  });
  return html`${drawing}
    <p class="caption">${richText(text.finding, {
      dim: DIMS[dim] ?? 1,
      counts,
      without: sharesText("unscaled"),
      divided: sharesText("scaled"),
    })}</p>`;
}

/** The number of keys whose draws the answer to the question mentions. */
const ANSWER_KEYS = 64;
const TOLD_AT = SHARE_COUNTS.findIndex(({ keys }) => keys === ANSWER_KEYS);

/** The medians, and whether the gradient explodes or vanishes. */
function mediansAgainstDim(view: View, answer: Shares): TemplateResult {
  const { shares, exploding: text } = view.text;
  const { result } = answer;
  const dim = nearestDim(view);
  const { gradient } = result[TOLD_AT] as Shares["result"][number];
  const locationsOf = (side: Side) => {
    const [median = "", mean = "", largest = ""] = LOCATIONS.map((statistic) =>
      significant(ofSide(gradient, side)[statistic][dim] ?? 0, 2),
    );
    return { median, mean, largest };
  };
  const columns = () => statisticColumns(view, gradient, LOCATIONS);
  const table = view.tables.make(
    "medians",
    say(text.table, { keys: ANSWER_KEYS }),
    [result],
    columns,
  );
  return html`${proseOf(view.page, paragraphs([text.typical]))}
    ${sharesFigure(view, answer, "median", { y: log([1e-4, 5], shares.median.y) })}
    <p class="caption">${richText(text.text, {
      dim: DIMS[dim] ?? 1,
      keys: ANSWER_KEYS,
      without: locationsOf("unscaled"),
      withIt: locationsOf("scaled"),
    })}</p>
    ${view.figures.folded(table)}`;
}

// ---- quantiles against d ----

const FANS = ["peak", "jacobian", "gradient"] as const;
/** The ends of the axes: gradients extend over many powers of ten. */
const AXIS_ENDS = { peak: [0, 1.03], jacobian: [1e-8, 2], gradient: [1e-8, 30] } as const;

function fanFigures(view: View, answer: Draws, carried: Carried): TemplateResult[] {
  const { fans: text } = view.text;
  const { result } = answer;
  const exponent = exponentOf(answer);
  // Draws and sentence have the same colours, so the sentence is left out while its exponent is
  // another one.
  const known = carried.result === null ? null : carried;
  const ofExponent = known?.request.attention.exponent === exponent ? known : null;
  const { dim = 1 } = ofExponent?.request.attention ?? {};
  return FANS.map((quantity) => {
    const summaries = result.summaries[quantity];
    const label = text.axes[quantity];
    const name = say(view.common.against, { y: label, x: "$d$" });
    const [least, most] = AXIS_ENDS[quantity];
    const curves = (color: string, ofOneSide: DrawSummaries): Mark[] => [
      bandOf(DIMS, ofOneSide, color),
      line(zip(DIMS, ofOneSide.mean), color, { width: 1.5, dash: [4, 4] }),
      line(zip(DIMS, ofOneSide.median), color, { width: 2.5 }),
    ];
    const rings = (color: string, rows: ArrayLike<number> = []) => {
      const raised = Array.from(rows, (value) => Math.max(value, least));
      return dots(atX(dim, raised), color, { hollow: true, radius: 4.5 });
    };
    return view.figures.make({
      name: `fan-${quantity}`,
      legend: legendOfDraws(view),
      title: text[quantity],
      source: answer,
      requestedState: { exponent },
      attention: ofExponent?.request.attention,
      label: name,
      otherStudies: ["sentence"],
      deps: [result, ofExponent?.result],
      chart: (palette) => ({
        x: dimAxis(),
        y: (quantity === "peak" ? linear : log)([least, most], label),
        height: 240,
        marks: [
          ...SIDES.flatMap((side) => curves(palette[side], ofSide(summaries, side))),
          ...SIDES.map((side) => rings(palette[side], ofExponent?.result[side].reaching[quantity])),
        ],
      }),
      tables: view.tables.make(`fan-${quantity}`, name, [result], () =>
        statisticColumns(view, summaries, QUANTILES),
      ),
    });
  });
}

// ---- single draws ----

function singlesFigure(view: View, answer: Draws): TemplateResult {
  const { singles: text } = view.text;
  const { result } = answer;
  const dim = nearestDim(view);
  const { rows } = result.singles;
  const [unscaled = [], scaled = []] = SIDES.map((_, side) =>
    rowsOf(result.singles).map((row) => row[dim * SIDES.length + side] ?? 0),
  );
  const outside = unscaled.filter((value) => value < LEAST_SHOWN).length;
  const strip = (values: readonly number[], y: number, color: string) => {
    const points = values.map((value) => [Math.max(value, LEAST_SHOWN), y, y + 0.8] as const);
    return errors(points, color, { plain: true, opacity: 0.75 });
  };
  const chart: ChartMaker = (palette) => ({
    x: log([LEAST_SHOWN / 2, 30], view.text.fans.axes.gradient),
    y: linear([-0.1, 2], "", { bare: true }),
    height: 96,
    marks: [strip(unscaled, 1.1, palette.unscaled), strip(scaled, 0, palette.scaled)],
  });
  // Once the first draws are there, the progress of the others does not matter.
  const complete = rows === Math.min(SINGLES, answer.request.draws);
  return view.figures.make({
    name: "singles",
    legend: legendOfDraws(view),
    title: say(text.title, { count: rows, dim: DIMS[dim] ?? 1 }),
    chart,
    source: answer,
    requestedState: { exponent: exponentOf(answer) },
    complete,
    deps: [result, dim],
    note: outside > 0 ? say(text.zero, { count: outside }) : undefined,
    tables: () => ({
      corner: text.corner,
      rows: coordinates(rows),
      columns: sidesOf(view),
      values: [unscaled, scaled],
    }),
  });
}

/** How many draws each number of keys has in the figure of the shares. */
function drawsMade(view: View, { result }: Shares): TemplateResult {
  const { made } = view.text.shares;
  const counts = result.map(({ keys, draws: count }) => say(made, { draws: many(count), keys }));
  return html`<p class="note">${typeset(counts.join(" · "))}</p>`;
}

/** The draws with the reader's number of keys. */
function drawsOfKeys(view: View, shown: Answer<typeof shares>, carried: Carried): TemplateResult {
  const { state, common, text } = view;
  const { exponent } = state;
  const answer = view.answers.to(draws, { exponents: [0, exponent] });
  return html`${proseOf(view.page, paragraphs(text.fans.text))}
    ${view.controls.row(
      view.controls.sliderField("keys", common.controls.keys, { step: 1, log: true }),
      view.controls.sliderField("draws", common.controls.draws, { step: 100, log: true }),
      view.controls.field("drawseed", common.controls.drawseed),
    )}
    ${shown.result === null ? nothing : drawsMade(view, shown)}
    ${hueLegend(legendOfDraws(view))}
    ${view.progress.answered(
      answer,
      {},
      (drawn) => html`<div class="three-figures">${fanFigures(view, drawn, carried)}</div>`,
    )}
    ${answer.result === null ? empty({ wide: 160 }) : singlesFigure(view, answer)}`;
}

// ---- the gradient of the sentence: what reaches each query, and a loss's gradient at scores,
// queries and keys ----

const GRADIENTS = { scores: "$∂L/∂(QKᵀ)$", queries: "$∂L/∂Q$", keys: "$∂L/∂K$" };

function ownMaps(view: View, answer: SentenceGradients): TemplateResult[] {
  const { result } = answer;
  const { words } = answer.request.attention;
  return (["scores", "queries", "keys"] as const).flatMap((name) => {
    const title = GRADIENTS[name];
    // One scale for both sides, so that they can be compared.
    const largest = largestOf(result.unscaled[name], result.scaled[name]);
    return SIDES.map((kind) => {
      const matrix = result[kind][name];
      const colLabels = name === "scores" ? words : coordinates(matrix.cols);
      const beside = view.tables.sideNames()[kind];
      const table = `${title}, ${beside}`;
      return view.figures.matrix({
        title,
        kind,
        beside,
        source: answer,
        complete: true,
        name: `own-${name}-${kind}`,
        table,
        alt: table,
        matrix,
        rowLabels: words,
        colLabels,
        largest,
        largestPitch: 50,
      });
    });
  });
}

/** A row for each word: the gradient at its query without the division and with it. */
function reachingStrip(view: View, answer: SentenceGradients): TemplateResult {
  const { own: text } = view.text;
  const { unscaled, scaled } = answer.result;
  const { words } = answer.request.attention;
  const drawn = (side: Side) =>
    Array.from(answer.result[side].reaching.gradient, (value) => Math.max(LEAST_SHOWN, value));
  const series = (palette: Palette) =>
    SIDES.map((side) => ({ values: drawn(side), color: palette[side], hollow: false }));
  const x = log([LEAST_SHOWN / 2, 30], view.text.fans.axes.gradient);
  const starved = unscaled.reaching.gradient.some((value) => value < LEAST_SHOWN);
  return view.figures.make({
    name: "reaching",
    legend: legendOf(view),
    title: text.strip,
    source: answer,
    complete: true,
    chart: (palette) => wordStrip(words, 26, x, series(palette)),
    note: starved ? text.zero : undefined,
    tables: () => ({
      corner: view.page.text.matrices.corner,
      rows: words,
      columns: view.tables.sided(["$‖∂y/∂q‖$", "$‖J‖$"]),
      values: (["gradient", "jacobian"] as const).flatMap((quantity) =>
        [unscaled, scaled].map(({ reaching }) => reaching[quantity]),
      ),
    }),
  });
}

function ownGradients(view: View, carried: Carried): TemplateResult {
  const { own: text, controls } = view.text;
  return html`<div class="own">
    <p class="caption-text">${richText(text.text)}</p>
    ${carried.result === null ? empty({ wide: 160 }) : reachingStrip(view, carried)}
    <p class="caption-text chain">${richText(text.chain)}</p>
    ${view.controls.row(
      view.controls.chooser("loss", controls.loss, controls.losses),
      view.state.loss === "target" ? view.controls.wordField("target", controls.target) : nothing,
    )}
    ${
      carried.result === null
        ? empty({ wide: 160 })
        : html`<div class="own-maps">${ownMaps(view, carried)}</div>
          <p class="note">${typeset(text.loss, {
            without: significant(carried.result.unscaled.loss),
            withIt: significant(carried.result.scaled.loss),
          })}</p>`
    }
    ${view.progress.of(carried.study)}
  </div>`;
}

function content(view: View): unknown[] {
  const { text } = view;
  const answer = view.answers.to(shares);
  return [
    // The lines are labelled where they end.
    hueLegend(view.figures.legend()),
    view.progress.answered(answer, { wide: 507, narrow: 415, chinese: 440 }, (drawn) =>
      sharesAgainstDim(view, drawn),
    ),
    view.figures.fold("gradient-medians", text.folds.medians, () =>
      answer.result === null ? empty() : mediansAgainstDim(view, answer),
    ),
    view.figures.fold("gradient-draws", text.folds.draws, () =>
      drawsOfKeys(view, answer, view.answers.to(sentenceGradients)),
    ),
    view.figures.fold("gradient-sentence", text.folds.sentence, () =>
      ownGradients(view, view.answers.to(sentenceGradients)),
    ),
  ];
}

export const section: Section<typeof en> = {
  formulas: [],
  furtherFormulas: ["chainDisplay", "shareDisplay"],
  bar: ({ host: { openFolds } }) => {
    const showsSentence = openFolds.has("gradient-medians") || openFolds.has("gradient-sentence");
    return showsSentence ? { seed: "drawseed" } : { words: null, seed: "drawseed" };
  },
  foldSettings: { "gradient-sentence": ["loss", "target"] },
  question: { right: 1, moves: { dim: 256 } },
  content,
};
