/** The engine's calls about layers. Their letters are defined at `LayerCalls`. */
import type {
  AttentionOptions,
  BooleanMatrix,
  Floats,
  Initialisation,
  Matrices,
  Matrix,
  Matrix32,
  MatrixInput,
  Seed,
  VectorInput,
} from "./api.js";
import type { DateCalls, RecallCalls } from "./training-api.js";

/**
 * Matrices and biases of an attention: M is the type of a matrix, V that of a list. A bias may be
 * left out.
 */
export interface AttentionParameters<M = MatrixInput, V = VectorInput>
  extends Readonly<Partial<Record<"bq" | "bk" | "bv" | "bo", V | undefined>>> {
  /** W^Q [d×h·d_k]; the columns of head i are i·d_k to (i + 1)·d_k − 1. */
  readonly wq: M;
  /** W^K [d_context×h·d_k]. */
  readonly wk: M;
  /** W^V [d_context×h·d_v]. */
  readonly wv: M;
  /** W^O [h·d_v×d]. */
  readonly wo: M;
}

/**
 * `gamma1` and `beta1` are γ and β of the layer normalisation of the attention [d], `gamma2` and
 * `beta2` those of the feed-forward network; in a decoder, those of the cross-attention.
 */
export interface EncoderLayerParameters<M = MatrixInput, V = VectorInput>
  extends AttentionParameters<M, V>,
    Readonly<Record<"gamma1" | "beta1" | "gamma2" | "beta2", V>> {
  /** [d×f]. */
  readonly w1: M;
  readonly b1?: V | undefined;
  /** [f×d]. */
  readonly w2: M;
  readonly b2?: V | undefined;
}

/**
 * The parameters of a layer. In a decoder `cq`, `ck`, `cv`, `co` are the matrices of the
 * cross-attention, `cbq` and so on its biases; `gamma3` and `beta3` are those of the feed-forward
 * network.
 */
export interface DecoderLayerParameters<M = MatrixInput, V = VectorInput>
  extends EncoderLayerParameters<M, V>,
    Readonly<Record<"cq" | "ck" | "cv" | "co", M>>,
    Readonly<Partial<Record<"cbq" | "cbk" | "cbv" | "cbo", V | undefined>>>,
    Readonly<Record<"gamma3" | "beta3", V>> {}

/** The keys take part that `mask`, `causal` and `padding` all admit. */
interface HeadOptions {
  /** The mask, as in `attention`. */
  readonly mask?: AttentionOptions["mask"];
  /** Query i attends to the keys j ≤ i, also beside a boolean matrix. */
  readonly causal?: boolean | undefined;
  /** One entry a key, false where it is padding. */
  readonly padding?: readonly boolean[] | undefined;
  /** h, a divisor of the columns of W^Q. */
  readonly heads: number;
  /** Multiplies the scores. Default 1/√d_k, d_k the columns of a head. */
  readonly scale?: number | undefined;
}

export interface LayerOptions extends HeadOptions {
  /**
   * `"post"`: norm(x + sublayer(x)), as in the paper; `"pre"`: x + sublayer(norm(x)). Default
   * `"post"`.
   */
  readonly norm?: "post" | "pre" | undefined;
  /** Default `"relu"`; `"gelu"` is exact, x·Φ(x). */
  readonly activation?: "relu" | "gelu" | undefined;
  /** Added to the variance in a layer normalisation. Above 0, default 1e-5. */
  readonly epsilon?: number | undefined;
}

/**
 * With `keyHeads` g, W^K is [d_context×g·d_k] and W^V [d_context×g·d_v], their biases as wide. The
 * other options are those of `attention`, for every head.
 */
export interface MultiHeadOptions<M = MatrixInput, V = VectorInput>
  extends AttentionParameters<M, V>,
    Omit<HeadOptions, "causal">,
    Omit<AttentionOptions, "mask" | "scale" | "sink"> {
  /**
   * g, a divisor of `heads`, as in grouped-query attention, Ainslie et al. (2023): head i attends
   * to the keys and values of number ⌊i·g/h⌋, as with PyTorch's `enable_gqa`. Default h.
   */
  readonly keyHeads?: number | undefined;
  /** That of all heads, or one for each. */
  readonly sink?: number | VectorInput | undefined;
  /** [n×d]. */
  readonly x: M;
  /** What the keys and values are of [m×d_context]. Default x. */
  readonly context?: M | undefined;
}

/** Layers whose parameters the engine's memory holds: see `holdLayers`. */
export interface HeldLayers<M = MatrixInput> {
  /** How many. */
  readonly layers: number;
  /** The precision in which they compute. */
  readonly precision: M extends Matrix32 ? "single" : "double";
}

export interface EncoderOptions<M = MatrixInput, V = VectorInput> extends LayerOptions {
  /** [n×d]. */
  readonly x: M;
  readonly layers: readonly EncoderLayerParameters<M, V>[] | HeldLayers<M>;
}

/** `causal` is true unless it is set to false. */
export interface DecoderOptions<M = MatrixInput, V = VectorInput> extends LayerOptions {
  /** [n×d]. */
  readonly x: M;
  /** The encoder's output [m×d]. */
  readonly memory: M;
  readonly layers: readonly DecoderLayerParameters<M, V>[] | HeldLayers<M>;
  /** Masks of the cross-attention. */
  readonly memoryMask?: BooleanMatrix | undefined;
  readonly memoryPadding?: readonly boolean[] | undefined;
}

export type Head<T extends Floats = Float64Array> = Matrices<
  "queries" | "keys" | "values" | "scores" | "logits" | "weights" | "output",
  T
>;

export interface MultiHeadAttention<T extends Floats = Float64Array> {
  readonly heads: readonly Head<T>[];
  /** The outputs of the heads side by side [n×h·d_v]. */
  readonly concatenated: Matrix<T>;
  /** concatenated·W^O + b^O [n×d]. */
  readonly output: Matrix<T>;
}

/** The results of a sublayer: the sum with its input, and the normalisation. */
type Sum = "added1" | "normalized1" | "added2" | "normalized2";

/**
 * What a layer computes:
 * - `added1`: x + attention; `normalized1`: with `"post"` its normalisation, with `"pre"` that of
 *   x, which the attention reads; likewise for the other sublayers;
 * - `afterAttention`: `normalized1`, or `added1` with `"pre"`;
 * - `hidden`: activation(input·w1 + b1) [n×f];
 * - `feedForward`: hidden·w2 + b2.
 */
export interface EncoderLayer<T extends Floats = Float64Array>
  extends Matrices<Sum | "afterAttention" | "hidden" | "feedForward" | "output", T> {
  readonly attention: MultiHeadAttention<T>;
}

/** `afterCrossAttention`: `normalized2`, or `added2` with `"pre"`. */
export interface DecoderLayer<T extends Floats = Float64Array>
  extends EncoderLayer<T>,
    Matrices<"afterCrossAttention" | "added3" | "normalized3", T> {
  readonly crossAttention: MultiHeadAttention<T>;
}

export interface Stack<Layer, T extends Floats = Float64Array> {
  readonly layers: readonly Layer[];
  readonly output: Matrix<T>;
}

/** The gradients of the parameters that were given. */
export interface MultiHeadGradient<T extends Floats = Float64Array>
  extends AttentionParameters<Matrix<T>, T> {
  readonly x: Matrix<T>;
  /** Where a context was given. */
  readonly context?: Matrix<T>;
  /** Where a bias was given: the sum over the heads [n×m]. */
  readonly bias?: Matrix<T>;
  /** Where a sink was given: a number, or one for each head. */
  readonly sink?: number | T;
}

export interface EncoderGradient<T extends Floats = Float64Array> {
  readonly x: Matrix<T>;
  readonly layers: readonly EncoderLayerParameters<Matrix<T>, T>[];
}

export interface DecoderGradient<T extends Floats = Float64Array> extends EncoderGradient<T> {
  /** Summed over the layers. */
  readonly memory: Matrix<T>;
  readonly layers: readonly DecoderLayerParameters<Matrix<T>, T>[];
}

export interface LayerDrawing {
  /** The seed, as `randomNormal` takes it: a whole number below 2³², or an array of them. */
  readonly seed: Seed;
  /** d. */
  readonly dim: number;
  /** f. Default 4·d. */
  readonly hidden?: number | undefined;
  readonly initialisation: Initialisation;
  /** Multiplies W^Q after it is drawn. Default 1. */
  readonly queryFactor?: number | undefined;
  /** Whether the layer has a cross-attention, as a decoder's. Default false. */
  readonly cross?: boolean | undefined;
}

/** The scale changes no draw. */
export interface DepthSamplingOptions<M = MatrixInput>
  extends Pick<LayerOptions, "heads" | "scale" | "norm" | "activation">,
    Pick<LayerDrawing, "hidden" | "initialisation"> {
  /** The words [n×d]. */
  readonly x: M;
  readonly seed: number;
  /** 1 to 64. */
  readonly layers: number;
  /** The number of the first draw. Default 0. */
  readonly from?: number | undefined;
  readonly count: number;
}

/**
 * Each is [draws×layers]:
 * - `spread`: the standard deviation (ddof 0) of QKᵀ over all heads, before the scale;
 * - `entropy`: mean entropy of the rows of weights, in nats;
 * - `peak`: mean largest weight of the rows;
 * - `gradient`: ‖∂L/∂W^Q‖_F for L = Σ output∘G, G drawn from N(0, 1).
 */
export type DepthDraws<T extends Floats = Float64Array> = Matrices<
  "spread" | "entropy" | "peak" | "gradient",
  T
>;

type Outputs<Name extends string> = { readonly outputs: readonly Name[] };

/**
 * Multi-head attention, the encoder and the decoder of "Attention Is All You Need" (2017), section
 * 3; the calls about training are in the same binary.
 *
 * Letters: n words (rows of x) and m words of a context, h heads, d = d_model, f the width of a
 * feed-forward network. A call without `outputs` returns all its results; with it, those that are
 * named.
 */
export interface LayerCalls extends DateCalls, RecallCalls {
  /**
   * Multi-head attention, section 3.2.2, of x on `context`: Concat(head_1 … head_h)·W^O. A word all
   * of whose keys are masked gets the zero row from every head. Throws `"shape"` where shapes do
   * not fit, the columns of wq are not a multiple of `heads`, those of wk and wv not of `keyHeads`,
   * or that is no divisor of `heads`, `"domain"` on NaN, infinity, or a product that overflows.
   */
  multiHeadAttention<O extends keyof MultiHeadAttention = keyof MultiHeadAttention>(
    options: MultiHeadOptions<Matrix32, Float32Array> & Partial<Outputs<O>>,
  ): Pick<MultiHeadAttention<Float32Array>, O>;
  multiHeadAttention<O extends keyof MultiHeadAttention = keyof MultiHeadAttention>(
    options: MultiHeadOptions & Partial<Outputs<O>>,
  ): Pick<MultiHeadAttention, O>;

  /**
   * Gradients of L = Σ output∘dOutput; `dOutput` is [n×d]. Heads that share keys add their
   * gradients.
   */
  multiHeadAttentionGradient(
    options: MultiHeadOptions<Matrix32, Float32Array>,
    dOutput: Matrix32,
  ): MultiHeadGradient<Float32Array>;
  multiHeadAttentionGradient(options: MultiHeadOptions, dOutput: MatrixInput): MultiHeadGradient;

  /**
   * Copies the parameters of an encoder's or a decoder's layers into the engine's memory, the
   * matrices packed for products. `encoder` or `decoder` with the result as `layers` returns the
   * same digits and neither copies nor packs them again. It works in single precision where every
   * parameter is a Float32Array, otherwise in double. The memory is freed some time after nobody
   * refers to the result any more. Throws `"domain"` on NaN or infinity.
   */
  holdLayers(
    layers: readonly EncoderLayerParameters<Matrix32, Float32Array>[],
  ): HeldLayers<Matrix32>;
  holdLayers(layers: readonly EncoderLayerParameters[]): HeldLayers;

  /**
   * A stack of encoder layers: attention and a feed-forward network, each with a residual sum and a
   * layer normalisation.
   */
  encoder<O extends "layers" | "output" = "layers" | "output">(
    options: EncoderOptions<Matrix32, Float32Array> & Partial<Outputs<O>>,
  ): Pick<Stack<EncoderLayer<Float32Array>, Float32Array>, O>;
  encoder<O extends "layers" | "output" = "layers" | "output">(
    options: EncoderOptions & Partial<Outputs<O>>,
  ): Pick<Stack<EncoderLayer>, O>;

  /** Gradients of L = Σ output∘dOutput; `dOutput` is [n×d]. */
  encoderGradient(
    options: EncoderOptions<Matrix32, Float32Array>,
    dOutput: Matrix32,
  ): EncoderGradient<Float32Array>;
  encoderGradient(options: EncoderOptions, dOutput: MatrixInput): EncoderGradient;

  /**
   * A stack of decoder layers: causal attention, cross-attention on `memory`, and a feed-forward
   * network.
   */
  decoder<O extends "layers" | "output" = "layers" | "output">(
    options: DecoderOptions<Matrix32, Float32Array> & Partial<Outputs<O>>,
  ): Pick<Stack<DecoderLayer<Float32Array>, Float32Array>, O>;
  decoder<O extends "layers" | "output" = "layers" | "output">(
    options: DecoderOptions & Partial<Outputs<O>>,
  ): Pick<Stack<DecoderLayer>, O>;

  /** Gradients of L = Σ output∘dOutput; `dOutput` is [n×d]. */
  decoderGradient(
    options: DecoderOptions<Matrix32, Float32Array>,
    dOutput: Matrix32,
  ): DecoderGradient<Float32Array>;
  decoderGradient(options: DecoderOptions, dOutput: MatrixInput): DecoderGradient;

  /**
   * The sinusoidal positions of section 3.5: sin(p/10000^(2i/cols)) in column 2i of row p, cos in
   * column 2i + 1.
   */
  positions(options: { readonly rows: number; readonly cols: number }): Matrix;

  /** Word vectors with their positions added. */
  positions(options: { readonly x: MatrixInput }): Matrix;

  /**
   * The parameters of a layer as it is initialised, to be given to `encoder`, or with `cross` to
   * `decoder`: matrices drawn by rows in the order wq, wk, wv, wo, with `cross` cq, ck, cv, co,
   * then w1, w2; no biases, γ = 1, β = 0.
   */
  drawLayer(
    options: LayerDrawing & { readonly cross: true },
  ): DecoderLayerParameters<Matrix, Float64Array>;
  drawLayer(options: LayerDrawing): EncoderLayerParameters<Matrix, Float64Array>;

  /**
   * The scores, weights and gradients of each layer of an encoder as it is initialised. Draw t
   * takes from `RandomState([seed, t])`, layer by layer, wq, wk, wv, wo, w1, w2 by rows, and then
   * G. Any range of draws can be computed apart.
   */
  sampleDepth(options: DepthSamplingOptions<Matrix32>): DepthDraws<Float32Array>;
  sampleDepth(options: DepthSamplingOptions): DepthDraws;
}
