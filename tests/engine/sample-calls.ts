/** A good call of each kind, for tests of what holds for every call. */
import type { Matrix, PackageEngine } from "attention-scale";

/** The call and its arguments. */
export type SampleCall = readonly [call: keyof PackageEngine, ...given: unknown[]];

/** The parameters of a decoder layer, of which the encoder's are some: one matrix and one list for all. */
function squareLayer(matrix: Matrix) {
  const bias = matrix.data.slice(0, matrix.cols);
  return {
    ...{ wq: matrix, wk: matrix, wv: matrix, wo: matrix, w1: matrix, b1: bias, w2: matrix },
    ...{ cq: matrix, ck: matrix, cv: matrix, co: matrix },
    ...{ gamma1: bias, beta1: bias, gamma2: bias, beta2: bias, gamma3: bias, beta3: bias },
  };
}

export function sampleCalls(engine: PackageEngine): SampleCall[] {
  const x = engine.randomNormal({ seed: 3, rows: 3, cols: 3 });
  const single = { ...x, data: Float32Array.from([0, 1, 2, 3, 4, 5, 6, 7, 8], Math.sqrt) };
  const mask = { rows: 3, cols: 3, data: Uint8Array.of(1, 0, 1, 0, 0, 0, 1, 1, 1) };
  const rows = [[0.5, 0.25, 0.25]];
  const list = [0.5, 0.25, 0.25];
  const sampling = {
    ...{ seed: 13, samples: 4, dim: 2, scale: 0.5, std: 2, law: "uniform" },
    ...{ bins: 3, range: [-1, 1], from: 0, count: 4 },
  };
  const dims = [1, 2];
  const layer = squareLayer(engine.randomNormal({ seed: 4, rows: 3, cols: 3 }));
  const layers = [layer, layer];
  const padding = [true, true, false];
  const heads = { x, ...layer, heads: 3, scale: 0.5, causal: true, padding };
  const encoder = { x, layers, heads: 1, norm: "pre", activation: "gelu", epsilon: 1e-4, mask };
  const decoder = { x, memory: x, layers, heads: 1, memoryMask: mask, memoryPadding: padding };
  const betas = { beta1: 0.8, beta2: 0.9, epsilon: 1e-6 };
  const training = { optimiser: "adam", momentum: 0.5, decay: 0.1, ...betas, steps: 2 };
  const start = { initialisation: "normal", queryKeyFactor: 0.5, dtype: "float64" };
  const task = { dim: 4, n: 3, batch: 2, seed: 1 };
  const lane = { scale: 1, rate: 0.1, queryKeyRate: 0.5, state: engine.startRecall(task) };
  const { parameters } = lane.state;
  const model = {
    dim: 16,
    layers: 1 as const,
    heads: 2,
    hidden: 4,
    scale: 0.25,
    seed: 1,
    batch: 2,
  };
  const state = engine.startDates(model);
  const trained = { ...model, parameters: state.parameters };
  return [
    ["attention", x, x, x, { scale: 0.5, mask, outputs: ["output", "scores"] }],
    ["attention", single, single, single, { mask: "causal" }],
    ["attentionGradient", x, x, x, x, { scale: 0.5, mask }],
    ["softmax", x],
    ["softmaxJacobian", list],
    ["softmaxJacobianProduct", single.data, x.data],
    ["scoreDivisor", 16, 0.5],
    ["rowStatistics", rows],
    ["rowChange", rows, rows],
    ["weightArithmetic", list, { scale: 1, index: 1 }],
    ["moments", list, { ddof: 1 }],
    ["matrixMoments", x, { ddof: 1 }],
    ["combinedMoments", [engine.moments(list)], { ddof: 1 }],
    ["sampleScores", sampling],
    ["drawScores", sampling, 1e6],
    ["scoreHistogram", sampling],
    ["randomEntries", sampling],
    ["scoreSpreads", { ...sampling, dims }],
    ["histogram", list, sampling],
    ["quantiles", list, list],
    ["localExponents", dims, dims],
    ["drawSummaries", rows],
    ["normalDensity", list, { mean: 0, std: 1 }],
    ["sampleGradients", { ...sampling, keys: 3, dims, exponents: list }],
    ["sampleEntropies", { ...sampling, counts: dims }],
    ["randomNormal", { seed: Uint32Array.of(13, 1), rows: 2, cols: 2 }],
    ["randomNormal", { seed: [13, 1], rows: 2, cols: 2 }],
    ["wordVectors", ["I", "am", "good"], { seed: 13, dim: 3 }],
    ["project", x, { seed: 13, projection: "keys", columns: 2 }],
    ["jacobianNorms", list],
    ["softmaxCentralDifference", list, list, { step: 0.5 }],
    ["saturation", list, list],
    ["passedNorms", list, list, list],
    ["queryGradients", x, single, { scale: 0.5 }],
    ["reducedScores", x, single, { precision: "half", size: 2 }],
    ["outputLoss", x, single, { loss: "target", target: 1 }],
    ["multiHeadAttention", heads],
    ["multiHeadAttentionGradient", heads, x],
    ["holdLayers", layers],
    ["encoder", encoder],
    ["encoderGradient", encoder, x],
    ["decoder", { ...decoder, outputs: ["output"] }],
    ["decoderGradient", decoder, x],
    ["positions", { rows: 2, cols: 3 }],
    [
      "drawLayer",
      {
        ...{ seed: 1, dim: 2, hidden: 3, queryFactor: 0.5 },
        initialisation: "packed",
        cross: true,
      },
    ],
    ["sampleDepth", { ...sampling, x, layers: 2, heads: 1, initialisation: "packed" }],
    ["startRecall", { ...task, ...start }],
    ["recallData", { ...task, step: 1, steps: 1, dtype: "float64" }],
    ["trainRecall", { ...task, ...training, ...lane }],
    ["trainRecallLanes", { ...task, ...training, lanes: [lane, lane] }],
    ["recallWeights", { ...task, parameters, scale: 1, step: 0 }],
    ["testRecall", { ...task, parameters, scale: 1 }],
    ["recallAlignment", { ...task, parameters }],
    ["checkRecall", { ...task, scale: 1 }],
    ["dateLayout", model],
    ["startDates", { ...model, ...start }],
    ["dateExamples", { seed: 1, step: 0, count: 2 }],
    ["testDates", { ...trained, count: 2 }],
    ["checkDates", { ...model, ...start }],
    ["trainDates", { ...model, ...training, rate: 0.1, state }],
    ["answerDate", { ...trained, source: "20 Nov 2026" }],
  ];
}
