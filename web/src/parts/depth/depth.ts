/**
 * Encoders as they are initialised, many of them: their scores, weights and gradients, layer by
 * layer.
 */
import { joinedColumns } from "../../attention/matrices.js";
import { SIDES, type Side } from "../../attention/sides.js";
import type { Matrix } from "../../engine/api.js";
import type { Batch, StudyRequest } from "../../experiments/experiment.js";
import { everyEntry, layerExperiment, overDraws } from "../../experiments/experiment.js";
import type { Answered } from "../../part-kit/part-answers.js";
import { stackInput } from "../flow/flow.js";

/** The encoders; the words of the sentence are the rows, its d is d_model. */
const MODEL = ["attention", "heads", "layers", "norm", "activation", "init"] as const;
export type DepthModel = Pick<StudyRequest, (typeof MODEL)[number]>;

export const MEASURES = ["spread", "entropy", "peak", "gradient"] as const;
export type DepthMeasure = (typeof MEASURES)[number];
const ofMeasures = <T>(make: (measure: DepthMeasure) => T) =>
  Object.fromEntries(MEASURES.map((measure) => [measure, make(measure)])) as Record<
    DepthMeasure,
    T
  >;

/** The numbers that are drawn in some dozen milliseconds. */
const BATCH_NUMBERS = 8e5;

export const depth = layerExperiment(
  "depth/depth",
  [...MODEL, "encoders", "drawseed"],
  (engine, request) => {
    const { attention, heads, layers, norm, activation, init, encoders, drawseed } = request;
    const divisor = engine.scoreDivisor(attention.dim / heads, attention.exponent);
    const x = stackInput(engine, attention).sum;
    const size = Math.max(1, Math.round(BATCH_NUMBERS / (12 * attention.dim ** 2 * layers)));
    const options = { x, seed: drawseed, layers, heads, norm, activation, initialisation: init };
    const draw = (batch: Batch) => {
      const sides = [1, divisor].map((by) => {
        const { spread, ...drawn } = engine.sampleDepth({ ...options, scale: 1 / by, ...batch });
        return { ...drawn, spread: { ...spread, data: spread.data.map((it) => it / by) } };
      });
      return ofMeasures((measure) => joinedColumns(sides.map((side) => side[measure])));
    };
    return overDraws(engine, encoders, size, draw, (summaries) => {
      /**
       * The measures of each layer, over the encoders so far. The spread is that of the logits,
       * which enter softmax.
       */
      const side = (index: number) =>
        ofMeasures((measure) => everyEntry(summaries[measure], layers, index * layers));
      return { divisor, sides: { unscaled: side(0), scaled: side(1) } };
    });
  },
);

/** The least gain of entropy that is told of, as a share of the largest entropy. */
const EVENER = 0.02;

type DepthResult = Answered<typeof depth>["result"];

/**
 * The claims about the layers that a result supports; the text says the sentences of these alone.
 */
export function claimsThatHold({ layers, norm, attention }: DepthModel, result: DepthResult) {
  const { divisor, sides } = result;
  const entropyIn = (side: Side, layer: number) => sides[side].entropy.median[layer] ?? 0;
  const gain = (side: Side) => entropyIn(side, layers - 1) - entropyIn(side, 0);
  const gained = EVENER * Math.log(attention.words.length);
  const [widest = 0, second = 0] = sides.unscaled.spread.median;
  const [without = 0, withIt = 0] = SIDES.map((side) => sides[side].gradient.median[0] ?? 0);
  return {
    /**
     * The first layer has the larger scores; before the sublayer a normalisation takes its variance
     * away.
     */
    first: layers > 1 && norm === "post" && widest > second,
    evener: layers > 1 && SIDES.every((side) => gain(side) > gained),
    /**
     * The gradient of the first layer's W^Q without the division over that with it; null where they
     * cannot differ.
     */
    ratio: divisor === 1 || !(without > 0 && withIt > 0) ? null : without / withIt,
  };
}

/** The standard deviation of the biases of this comparison: an initialisation has none. */
const BIAS = 0.02;

const largestOf = (data: Float64Array): number =>
  data.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

/**
 * One encoder that divides its scores, and one whose W^Q and b^Q are divided instead: the largest
 * absolute difference between entries of the two outputs, and the largest entry.
 */
export const weightChange = layerExperiment("depth/moved", MODEL, function* (engine, request) {
  const { attention, heads, layers, norm, activation, init } = request;
  const { dim, seed, exponent } = attention;
  const divisor = engine.scoreDivisor(dim / heads, exponent);
  const first = stackInput(engine, attention).sum;
  const options = { heads, norm, activation, outputs: ["output"] } as const;
  let divides = first;
  let drawn = first;
  for (let i = 0; i < layers; i += 1) {
    const run = (x: Matrix, queryFactor: number, scale: number) => {
      const draw = { seed: [seed, 5, i], dim, initialisation: init, queryFactor };
      const std = BIAS * queryFactor;
      const bq = engine.randomNormal({ seed: [seed, 7, i], rows: 1, cols: dim, std }).data;
      const layer = { ...engine.drawLayer(draw), bq };
      return engine.encoder({ x, layers: [layer], scale, ...options }).output;
    };
    divides = run(divides, 1, 1 / divisor);
    drawn = run(drawn, 1 / divisor, 1);
    const data = divides.data.map((value, entry) => value - (drawn.data[entry] ?? 0));
    const difference = largestOf(data);
    const largest = largestOf(divides.data);
    const result = { divisor, difference, largest };
    yield { done: i + 1, total: layers, result: () => (i + 1 === layers ? result : null) };
  }
});
