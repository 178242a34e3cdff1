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
  EncoderLayerParameters,
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

export interface Head extends RowStatistics {
  readonly weights: Matrix;
}

/** One attention of a layer; `before` is what its queries are of. All matrices but weights: the first columns. */
export interface Attention {
  readonly heads: readonly Head[];
  readonly before: Matrix;
  readonly output: Matrix;
}

/** What a sublayer other than an attention reads, or has inside, and its result. */
export interface Between {
  readonly before: Matrix;
  readonly output: Matrix;
}

/** By the names of the boxes of a layer. */
export type LayerBoxes = Readonly<Record<"attention" | "masked" | "cross", Attention>> &
  Readonly<Record<"norm1" | "feed" | "norm2" | "norm3" | "norm4" | "feed2" | "norm5", Between>>;
export type EncoderBoxes = Pick<LayerBoxes, "attention" | "norm1" | "feed" | "norm2">;
export type DecoderBoxes = Omit<LayerBoxes, keyof EncoderBoxes>;

/** What one model computes. */
export interface FlowSide {
  readonly divisor: number;
  /** Of the encoder's words. */
  readonly embedding: Embedding;
  /** Of the decoder's words. */
  readonly target: Embedding;
  readonly encoder: readonly EncoderBoxes[];
  /** R, the encoder's output. */
  readonly memory: Matrix;
  readonly decoder: readonly DecoderBoxes[];
  readonly output: Matrix;
}

/** Word vectors, positions and their sum. */
export interface Embedding {
  readonly words: readonly string[];
  readonly vectors: Matrix;
  readonly positions: Matrix;
  readonly sum: Matrix;
}

/** Both sides have the same embeddings. */
export interface FlowResult {
  readonly request: FlowRequest;
  readonly unscaled: FlowSide;
  readonly scaled: FlowSide;
}

const ENCODER = 5;
const DECODER = 6;

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
  { vectors, positions, sum }: Pick<Embedding, "vectors" | "positions" | "sum">,
): Embedding => ({
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
function encoderBoxes(engine: Calls, layer: EncoderLayer, x: Matrix, pre: boolean): EncoderBoxes {
  const { attention, added1, normalized1, hidden, feedForward, added2, normalized2 } = layer;
  return {
    attention: attentionOf(engine, attention, pre ? normalized1 : x),
    norm1: between(pre ? x : added1, normalized1),
    feed: between(hidden, feedForward),
    norm2: between(pre ? added1 : added2, normalized2),
  };
}

function decoderBoxes(engine: Calls, layer: DecoderLayer, x: Matrix, pre: boolean): DecoderBoxes {
  const { attention, crossAttention, added1, added2, added3, hidden, feedForward } = layer;
  const { normalized1, normalized2, normalized3 } = layer;
  return {
    masked: attentionOf(engine, attention, pre ? normalized1 : x),
    norm3: between(pre ? x : added1, normalized1),
    cross: attentionOf(engine, crossAttention, pre ? normalized2 : normalized1),
    norm4: between(pre ? added1 : added2, normalized2),
    feed2: between(hidden, feedForward),
    norm5: between(pre ? added2 : added3, normalized3),
  };
}

/** The numbers that are drawn for all layers; products of 16 words with them take as long again. */
export const workOf = ({ attention: { dim, words }, layers }: FlowRequest): number =>
  28 * dim * dim * layers * (1 + words.length / 16);

/** A side whose layers are computed one by one. */
export class Growing {
  private readonly encoder: EncoderBoxes[] = [];
  private readonly decoder: DecoderBoxes[] = [];

  /**
   * @param memory what the encoder reads; then the output of its last layer so far
   * @param output of the decoder, likewise
   */
  constructor(
    private readonly engine: Calls,
    private readonly model: Model,
    private readonly divisor: number,
    private memory: Matrix,
    private output: Matrix,
  ) {}

  private get options() {
    const { heads, norm, activation } = this.model;
    return { heads, norm, activation, scale: 1 / this.divisor };
  }

  encode(parameters: EncoderLayerParameters): void {
    const { engine, memory: x } = this;
    const { layers, output } = engine.encoder({ ...this.options, x, layers: [parameters] });
    const pre = this.model.norm === "pre";
    this.encoder.push(encoderBoxes(engine, layers[0] as EncoderLayer, x, pre));
    this.memory = output;
  }

  /** To be called after all layers of the encoder. */
  decode(parameters: DecoderLayerParameters): void {
    const { engine, memory, output: x, model } = this;
    const { causal, norm } = model;
    const options = { ...this.options, x, memory, causal, layers: [parameters] };
    const { layers, output } = engine.decoder(options);
    this.decoder.push(decoderBoxes(engine, layers[0] as DecoderLayer, x, norm === "pre"));
    this.output = output;
  }

  side(embedding: Embedding, target: Embedding): FlowSide {
    const { divisor, encoder, decoder, memory, output } = this;
    return {
      ...{ divisor, embedding, target, encoder, decoder },
      ...{ memory: shown(memory), output: shown(output) },
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
    (divisor) => new Growing(engine, request, divisor, first.sum, other.sum),
  );
  for (let i = 0; i < layers; i += 1) {
    const parameters = engine.drawLayer({ ...drawing, seed: [seed, ENCODER, i] });
    for (const side of sides) side.encode(parameters);
    yield { done: i + 1, total, result: () => null };
  }
  for (let i = 0; i < layers; i += 1) {
    const parameters = engine.drawLayer({ ...drawing, seed: [seed, DECODER, i], cross: true });
    for (const side of sides) side.decode(parameters);
    if (i + 1 < layers) yield { done: layers + i + 1, total, result: () => null };
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
