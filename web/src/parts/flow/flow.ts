/**
 * The encoder and the decoder on two sentences, all layers without the division and all with it,
 * with the same parameters.
 */

import type { AttentionRequest } from "../../attention/sentence-attention.js";
import { firstColumns, SHOWN_COLUMNS, vectorsOf } from "../../attention/sentence-attention.js";
import type { Matrix, RowStatistics } from "../../engine/api.js";
import type { DecoderLayer, DecoderLayerParameters } from "../../engine/layers-api.js";
import { layerExperiment, type WholeEngine } from "../../experiments/experiment.js";
import { BOXES, type BoxName } from "../../keys/flow.js";
import { secondRequest } from "../../part-kit/second-words.js";
import type { State } from "../../state/state.js";

/** What all sides share. */
export type FlowModel = Pick<State, "heads" | "layers" | "norm" | "activation" | "causal">;

/**
 * The boxes of a layer of each stack in the order of the paper: sublayers, each before the
 * normalisation of its sum.
 */
export const STACKS = {
  encoder: ["attention", "norm1", "feed", "norm2"],
  decoder: ["masked", "norm3", "cross", "norm4", "feed2", "norm5"],
} as const;
export type StackName = keyof typeof STACKS;

type HeadWeights = RowStatistics & { readonly weights: Matrix };

/** What a sublayer or a normalisation reads, or has inside, and its result: their first columns. */
type Between = Readonly<Record<"before" | "output", Matrix>>;

/** Attention of all heads; `before` is what its queries are of. */
export interface AttentionMatrices extends Between {
  readonly heads: readonly HeadWeights[];
  /** Over the rows of all heads: of the entropy, in nats, and of the largest weight. */
  readonly means: Readonly<Record<"entropy" | "peak", number>>;
}

export type AttentionBox = "attention" | "masked" | "cross";
/** The attentions by the names of their boxes in a layer, of both stacks. */
export type LayerBoxes = Readonly<
  Record<(typeof STACKS)[StackName][number], Between> & Record<AttentionBox, AttentionMatrices>
>;

/** What a stack reads of a sentence [n×d]. */
export interface StackInput {
  readonly vectors: Matrix;
  readonly positions: Matrix;
  /** The vectors with the positions added. */
  readonly sum: Matrix;
}

/** The words of a sentence, and the first columns of what a stack reads of it. */
export interface Embedding extends StackInput {
  readonly words: readonly string[];
}

/** What one model computes. */
export interface FlowSide {
  readonly divisor: number;
  /** The embeddings of the encoder's words. */
  readonly embedding: Embedding;
  /** The embeddings of the decoder's words. */
  readonly target: Embedding;
  readonly layers: readonly LayerBoxes[];
  /** R, the encoder's output: its first columns. */
  readonly memory: Matrix;
  /** The decoder's output, likewise. */
  readonly output: Matrix;
}

/** The stream of random numbers of each stack. */
const STREAMS = { encoder: 5, decoder: 6 } as const;

const shownColumns = (matrix: Matrix): Matrix =>
  firstColumns(matrix, Math.min(SHOWN_COLUMNS, matrix.cols));

/** The shown columns of an embedding. */
export const embeddingOf = (
  words: readonly string[],
  { vectors, positions, sum }: StackInput,
): Embedding => ({
  words,
  vectors: shownColumns(vectors),
  positions: shownColumns(positions),
  sum: shownColumns(sum),
});

export function stackInput(engine: WholeEngine, request: AttentionRequest): StackInput {
  const vectors = vectorsOf(engine, request.words, request);
  const { rows, cols } = vectors;
  const positions = engine.positions({ rows, cols });
  return { vectors, positions, sum: engine.positions({ x: vectors }) };
}

const between = (before: Matrix, output: Matrix): Between => ({
  before: shownColumns(before),
  output: shownColumns(output),
});

/** @param x what the layer reads */
function computedBoxes(
  engine: WholeEngine,
  stack: StackName,
  layer: DecoderLayer,
  x: Matrix,
  pre: boolean,
) {
  const { attention, crossAttention, hidden, feedForward, ...sums } = layer;
  const added = [x, sums.added1, sums.added2, sums.added3];
  const normalized = [x, sums.normalized1, sums.normalized2, sums.normalized3];
  const boxes = STACKS[stack].map((name, index) => {
    const i = Math.floor(index / 2);
    const result = normalized[i + 1] as Matrix;
    if (name.startsWith("norm")) return [name, between(added[pre ? i : i + 1] as Matrix, result)];
    if (name.startsWith("feed")) return [name, between(hidden, feedForward)];
    const { heads, output } = name === "cross" ? crossAttention : attention;
    const headResults = heads.map(({ weights }) => ({ weights, ...engine.rowStatistics(weights) }));
    const meanOf = (statistic: "entropy" | "peak") =>
      engine.moments(headResults.flatMap((head) => Array.from(head[statistic]))).mean;
    const means = { entropy: meanOf("entropy"), peak: meanOf("peak") };
    const read = pre ? result : (normalized[i] as Matrix);
    return [name, { heads: headResults, means, ...between(read, output) }];
  });
  return Object.fromEntries(boxes);
}

/** A side whose layers are computed one by one. */
export class Growing {
  private readonly boxes: Record<StackName, Partial<LayerBoxes>[]> = { encoder: [], decoder: [] };

  /** @param rows what the stacks read; then the outputs of their last layers so far */
  constructor(
    private readonly engine: WholeEngine,
    private readonly model: FlowModel,
    private readonly divisor: number,
    private readonly rows: Record<StackName, Matrix>,
  ) {}

  /** Adds a layer to a stack; to the decoder once the encoder has all of its own. */
  add(stack: StackName, parameters: DecoderLayerParameters): void {
    const { engine, rows, divisor, model } = this;
    const { heads, norm, activation, causal } = model;
    const x = rows[stack];
    const options = { x, layers: [parameters], heads, norm, activation, scale: 1 / divisor };
    const { layers, output } =
      stack === "encoder"
        ? engine.encoder(options)
        : engine.decoder({ ...options, memory: rows.encoder, causal: causal === "on" });
    this.boxes[stack].push(
      computedBoxes(engine, stack, layers[0] as DecoderLayer, x, norm === "pre"),
    );
    rows[stack] = output;
  }

  side(embedding: Embedding, target: Embedding): FlowSide {
    const { divisor, rows } = this;
    const { encoder, decoder } = this.boxes;
    return {
      divisor,
      embedding,
      target,
      layers: encoder.map((boxes, i) => ({ ...boxes, ...decoder[i] }) as LayerBoxes),
      memory: shownColumns(rows.encoder),
      output: shownColumns(rows.decoder),
    };
  }
}

/** The most numbers that are drawn within a frame. */
const QUICK = 1.3e6;

/**
 * The stacks, layer by layer: `heads` divides d_model. `done` counts layers; the result comes with
 * the last.
 */
export const flow = layerExperiment(
  "flow/flow",
  ["attention", "second", "heads", "layers", "norm", "activation", "causal", "init"],
  function* (engine, request) {
    const { attention, heads, layers, init, second } = request;
    const { words, dim, seed, exponent } = attention;
    const other = secondRequest(attention, second.split(" "));
    const encoder = stackInput(engine, attention);
    const decoder = stackInput(engine, other);
    const divisors = [1, engine.scoreDivisor(dim / heads, exponent)] as const;
    const drawing = { dim, initialisation: init } as const;
    const total = 2 * layers;
    const rows = { encoder: encoder.sum, decoder: decoder.sum };
    const sides = divisors.map((by) => new Growing(engine, request, by, { ...rows }));
    for (let i = 0; i < total; i += 1) {
      const stack = i < layers ? "encoder" : "decoder";
      const stream = [seed, STREAMS[stack], i % layers];
      const parameters = engine.drawLayer({ ...drawing, seed: stream, cross: stack === "decoder" });
      for (const side of sides) side.add(stack, parameters as DecoderLayerParameters);
      if (i + 1 < total) yield { done: i + 1, total, result: () => null };
    }
    // Both sides have the same embeddings.
    const embedding = embeddingOf(words, encoder);
    const target = embeddingOf(other.words, decoder);
    const made = sides.map((side) => side.side(embedding, target));
    const [unscaled, scaled] = made as [FlowSide, FlowSide];
    const result = { unscaled, scaled };
    yield { done: total, total, result: () => result };
  },
  // Products of 16 words with the numbers that are drawn for all layers take as long again.
  ({ attention: { dim, words }, layers }) =>
    28 * dim * dim * layers * (1 + words.length / 16) <= QUICK,
);

// ---- what of a model belongs to a box ----

export const isAttention = (box: BoxName): box is AttentionBox =>
  box === "attention" || box === "masked" || box === "cross";

/** Whether a box is there in every layer. */
export const inLayer = (box: BoxName): box is keyof LayerBoxes =>
  !["embedding", "target", "memory", "output"].includes(box);

/** Whether the rows of a box are the words of the first sentence. */
export const isEncoder = (box: BoxName): boolean => BOXES.indexOf(box) <= BOXES.indexOf("memory");

/** The embedding whose words are the rows of a box. */
export const rowEmbedding = ({ embedding, target }: FlowSide, box: BoxName): Embedding =>
  isEncoder(box) ? embedding : target;

/** The embedding whose words are the keys of an attention. */
export const keyEmbedding = ({ embedding, target }: FlowSide, box: BoxName): Embedding =>
  box === "masked" ? target : embedding;

export const boxIn = ({ layers }: FlowSide, box: keyof LayerBoxes, layer: number) =>
  (layers[layer] as LayerBoxes)[box];

export const attentionIn = (side: FlowSide, box: BoxName, layer: number): AttentionMatrices =>
  boxIn(side, box as AttentionBox, layer) as AttentionMatrices;

/** The first columns of what comes out of a box; of a feed-forward network what is inside it. */
export function stripIn(side: FlowSide, box: BoxName, layer: number): Matrix {
  if (box === "embedding" || box === "target") return side[box].sum;
  if (box === "memory" || box === "output") return side[box];
  const { before, output } = boxIn(side, box, layer);
  return box === "feed" || box === "feed2" ? before : output;
}
