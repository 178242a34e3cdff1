/** The encoder and the decoder on two sentences, all layers without the division and all with it, with the same parameters. */

import {
  type AttentionRequest,
  firstColumns,
  SHOWN,
  vectorsOf,
} from "../../attention/sentence-attention.js";
import type { Engine, Matrix, RowStatistics } from "../../engine/api.js";
import type {
  DecoderLayer,
  DecoderLayerParameters,
  EncoderLayer,
  LayerCalls,
  MultiHeadAttention,
} from "../../engine/layers-api.js";
import type { Initialisation } from "../../engine/types.js";
import type { Step } from "../../experiments/experiment.js";
import { SECOND_VECTORS, SECOND_WORDS } from "../../part-kit/second-words.js";

export type Calls = Engine & LayerCalls;

/** What all sides share. */
export interface Model {
  /** h, a divisor of d_model. */
  readonly heads: number;
  readonly layers: number;
  readonly norm: "post" | "pre";
  readonly activation: "relu" | "gelu";
  readonly causal: boolean;
}

export interface FlowRequest extends Model {
  /** Of the encoder's sentence; its d is d_model. */
  readonly attention: AttentionRequest;
  /** The decoder's words; in the worked example those of its second sentence. */
  readonly second: readonly string[];
  readonly init: Initialisation;
}

/** The boxes of a layer of each stack in the order of the paper: sublayers, each before the normalisation of its sum. */
export const STACKS = {
  encoder: ["attention", "norm1", "feed", "norm2"],
  decoder: ["masked", "norm3", "cross", "norm4", "feed2", "norm5"],
} as const;
export type Stack = keyof typeof STACKS;

export interface Head extends RowStatistics {
  readonly weights: Matrix;
}

/** What a sublayer or a normalisation reads, or has inside, and its result: their first columns. */
export interface Between {
  readonly before: Matrix;
  readonly output: Matrix;
}

/** `before` is what its queries are of. */
export interface Attention extends Between {
  readonly heads: readonly Head[];
}

export type AttentionBox = "attention" | "masked" | "cross";
/** By the names of the boxes of a layer, of both stacks. */
export type LayerBoxes = Readonly<
  Record<(typeof STACKS)[Stack][number], Between> & Record<AttentionBox, Attention>
>;

/** What one model computes. */
export type FlowSide = ReturnType<Growing["side"]>;
export type Embedding = ReturnType<typeof embeddingOf>;

/** Both sides have the same embeddings. */
export interface FlowResult {
  readonly request: FlowRequest;
  readonly unscaled: FlowSide;
  readonly scaled: FlowSide;
}

/** The stream of random numbers of each stack. */
const STREAMS = { encoder: 5, decoder: 6 } as const;

const shown = (matrix: Matrix): Matrix => firstColumns(matrix, Math.min(SHOWN, matrix.cols));

/** The vectors of words [n×d], with the positions added. */
function embed(engine: Calls, vectors: Matrix) {
  const { rows, cols } = vectors;
  return {
    vectors,
    positions: engine.positions({ rows, cols }),
    sum: engine.positions({ x: vectors }),
  };
}

/** What is shown of an embedding. */
export const embeddingOf = (
  words: readonly string[],
  { vectors, positions, sum }: ReturnType<typeof embed>,
) => ({
  ...{ words, vectors: shown(vectors), positions: shown(positions), sum: shown(sum) },
});

/** What the encoder reads. */
export const encoderInput = (engine: Calls, request: AttentionRequest) =>
  embed(engine, vectorsOf(engine, request.words, request));

function decoderInput(engine: Calls, { attention, second }: FlowRequest) {
  const listed = attention.x && { words: SECOND_WORDS, x: SECOND_VECTORS };
  return embed(engine, vectorsOf(engine, second, { ...attention, ...listed }));
}

function attentionOf(
  engine: Calls,
  { heads, output }: MultiHeadAttention,
  before: Matrix,
): Attention {
  const all = heads.map(({ weights }) => ({ weights, ...engine.rowStatistics(weights) }));
  return { heads: all, before: shown(before), output: shown(output) };
}

const between = (before: Matrix, output: Matrix): Between => ({
  before: shown(before),
  output: shown(output),
});

/** @param x what the layer reads */
function boxesOf(
  engine: Calls,
  stack: Stack,
  layer: EncoderLayer,
  x: Matrix,
  pre: boolean,
): Partial<LayerBoxes> {
  const { attention, crossAttention, hidden, feedForward, ...sums } = layer as DecoderLayer;
  const added = [x, sums.added1, sums.added2, sums.added3];
  const normalized = [x, sums.normalized1, sums.normalized2, sums.normalized3];
  const boxes = STACKS[stack].map((name, at) => {
    const i = Math.floor(at / 2);
    const result = normalized[i + 1] as Matrix;
    if (name.startsWith("norm")) return [name, between(added[pre ? i : i + 1] as Matrix, result)];
    if (name.startsWith("feed")) return [name, between(hidden, feedForward)];
    const read = pre ? result : (normalized[i] as Matrix);
    return [name, attentionOf(engine, name === "cross" ? crossAttention : attention, read)];
  });
  return Object.fromEntries(boxes);
}

/** The numbers that are drawn for all layers; products of 16 words with them take as long again. */
export const workOf = ({ attention: { dim, words }, layers }: FlowRequest): number =>
  28 * dim * dim * layers * (1 + words.length / 16);

/** A side whose layers are computed one by one. */
export class Growing {
  private readonly boxes: Readonly<Record<Stack, Partial<LayerBoxes>[]>> = {
    ...{ encoder: [], decoder: [] },
  };

  /** @param rows what the stacks read; then the outputs of their last layers so far */
  constructor(
    private readonly engine: Calls,
    private readonly model: Model,
    private readonly divisor: number,
    private readonly rows: Record<Stack, Matrix>,
  ) {}

  /** Adds a layer to a stack; to the decoder once the encoder has all of its own. */
  add(stack: Stack, parameters: DecoderLayerParameters): void {
    const { engine, rows, divisor, model } = this;
    const { heads, norm, activation, causal } = model;
    const x = rows[stack];
    const options = { x, layers: [parameters], heads, norm, activation, scale: 1 / divisor };
    const { layers, output } =
      stack === "encoder"
        ? engine.encoder(options)
        : engine.decoder({ ...options, memory: rows.encoder, causal });
    this.boxes[stack].push(boxesOf(engine, stack, layers[0] as EncoderLayer, x, norm === "pre"));
    rows[stack] = output;
  }

  /** @param embedding of the encoder's words; `target`: of the decoder's */
  side(embedding: Embedding, target: Embedding) {
    const { divisor, rows } = this;
    const { encoder, decoder } = this.boxes;
    return {
      ...{ divisor, embedding, target },
      layers: encoder.map((boxes, i) => ({ ...boxes, ...decoder[i] }) as LayerBoxes),
      // R, the encoder's output, and that of the decoder.
      ...{ memory: shown(rows.encoder), output: shown(rows.decoder) },
    };
  }
}

/** The stacks, layer by layer. `done` counts layers; the result comes with the last. */
export function* flowSteps(
  engine: Calls,
  request: FlowRequest,
): Generator<Step<FlowResult>, void, void> {
  const { attention, heads, layers, init, second } = request;
  const { words, dim, seed, exponent } = attention;
  const [first, other] = [encoderInput(engine, attention), decoderInput(engine, request)];
  const divisors = [1, engine.scoreDivisor(dim / heads, exponent)] as const;
  const drawing = { dim, initialisation: init } as const;
  const total = 2 * layers;
  const sides = divisors.map(
    (divisor) => new Growing(engine, request, divisor, { encoder: first.sum, decoder: other.sum }),
  );
  for (let i = 0; i < total; i += 1) {
    const stack = i < layers ? "encoder" : "decoder";
    const of = [seed, STREAMS[stack], i % layers];
    const parameters = engine.drawLayer({ ...drawing, seed: of, cross: stack === "decoder" });
    for (const side of sides) side.add(stack, parameters as DecoderLayerParameters);
    if (i + 1 < total) yield { done: i + 1, total, result: () => null };
  }
  const [embedding, target] = [embeddingOf(words, first), embeddingOf(second, other)];
  const [unscaled, scaled] = sides.map((side) => side.side(embedding, target));
  const result = { request, unscaled: unscaled as FlowSide, scaled: scaled as FlowSide };
  yield { done: total, total, result: () => result };
}

export function flowOf(engine: Calls, request: FlowRequest): FlowResult {
  let result: FlowResult | null = null;
  for (const step of flowSteps(engine, request)) result = step.result();
  if (result === null) throw new Error("No layer was computed.");
  return result;
}
