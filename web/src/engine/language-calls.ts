/** The calls of the trained model, which stays in the engine's memory: cpp/bindings/language_calls.hpp. */
import { caller, listOf, type Output, oneNumber } from "./descriptor.js";
import { EngineError } from "./errors.js";
import { guardedCalls } from "./guarded.js";
import type { WasmModule } from "./wasm-module.js";

/** The sizes of the trained model: cpp/include/attention_scale/language/weights.hpp. */
export interface ModelSizes {
  readonly layers: number;
  readonly heads: number;
  readonly keyHeads: number;
  /** d_model. */
  readonly model: number;
  readonly hidden: number;
  readonly vocabulary: number;
  readonly theta: number;
  readonly epsilon: number;
}

/** Tokens that may come next with their probabilities, the likeliest first; for several places place by place. */
export interface LikelyTokens {
  readonly tokens: Uint32Array;
  readonly probabilities: Float64Array;
}

/** Means over the rows of each head [layers·heads], and the standard deviation of its scores. */
export interface HeadNumbers {
  readonly entropy: Float64Array;
  readonly largest: Float64Array;
  readonly trace: Float64Array;
  readonly scoreDeviation: Float64Array;
}

/** A lane is 0 or 1, a token a number of the vocabulary; T is how many tokens a lane has read. */
export interface LanguageCalls {
  /** Reserves memory for the data; what was open is closed. */
  reserve(bytes: number): void;
  /** Copies a part of the data to its place. */
  put(offset: number, bytes: Uint8Array): void;
  /** @param weights how many bytes of the data they are; the tokens stand behind them */
  open(sizes: ModelSizes & { readonly positions: number; readonly weights: number }): void;
  /** The tokens of a text in parts, across whose ends no token goes. */
  encode(parts: readonly string[]): number[];
  tokenBytes(token: number): Uint8Array;
  /** The lane forgets what it has read; −1: every layer, every head. */
  restart(lane: {
    readonly lane: number;
    readonly exponent: number;
    readonly layer: number;
    readonly head: number;
    readonly inside: boolean;
    readonly temperature: number;
    readonly seed: number;
  }): void;
  /** The lane forgets all but its first tokens. */
  rewind(lane: number, tokens: number): void;
  /** Each lane reads its tokens. */
  read(first: readonly number[], second: readonly number[]): void;
  draw(lane: number): number;
  likeliest(lane: number, count: number): LikelyTokens;
  /** Of the token after a position, had the model ended after its first, second, …, last layer. */
  lens(lane: number, position: number, layers: number, count: number): LikelyTokens;
  /** −ln of the probability of each token from number `first` on; `tokens` are T. */
  losses(lane: number, first: number, tokens: number): Float64Array;
  logits(lane: number, vocabulary: number): Float32Array;
  /** [layers·heads·T·T]. */
  attention(lane: number, tokens: number, sizes: ModelSizes): Float32Array;
  statistics(lane: number, sizes: ModelSizes): HeadNumbers;
}

/** Of cpp/bindings/language_calls.hpp. */
export const LANGUAGE_CALLS = {
  reserveModel: "bytes address>u32",
  openModel: "layers heads keyHeads model hidden vocabulary positions theta epsilon weights",
  encode: "text:u8 ends:u32 tokens>u32 count>u32",
  tokenBytes: "token bytes>u8 count>u32",
  restartLane: "lane exponent layer head inside temperature seed",
  rewindLane: "lane tokens",
  read: "first:u32 second:u32",
  draw: "lane token>u32",
  likeliest: "lane tokens>u32 probabilities>f64",
  lens: "lane position tokens>u32 probabilities>f64",
  losses: "lane first losses>f64",
  logits: "lane logits>f32",
  layerAttention: "lane layer weights>f32",
  statistics: "lane entropy>f64 largest>f64 trace>f64 scoreDeviation>f64",
} as const;

const LONGEST_TOKEN = 255;

/** Copies have the type of the array's entries. */
const wholes = (cols: number) => listOf(cols) as unknown as Output<Uint32Array>;
const bytesOf = (cols: number) => listOf(cols) as unknown as Output<Uint8Array>;
const floats = (cols: number) => listOf(cols) as unknown as Output<Float32Array>;

export function languageCalls(module: WasmModule): LanguageCalls {
  const run = caller(module, LANGUAGE_CALLS);
  let data = { address: 0, bytes: 0 };

  const calls: LanguageCalls = {
    reserve(bytes) {
      data = { address: 0, bytes: 0 };
      data = { address: run("reserveModel", { bytes, address: oneNumber }).address, bytes };
    },

    put(offset, bytes) {
      if (offset + bytes.length > data.bytes)
        throw new EngineError(
          "shape",
          `The data ends at ${offset + bytes.length} bytes; it must have ${data.bytes}.`,
        );
      module.workspace.views.u8.set(bytes, data.address + offset);
    },

    open: (sizes) => void run("openModel", sizes),

    encode(parts) {
      const encoder = new TextEncoder();
      const text = encoder.encode(parts.join(""));
      let end = 0;
      const ends = parts.map((part) => {
        end += encoder.encode(part).length;
        return end;
      });
      const { tokens, count } = run("encode", {
        text: { name: "text", rows: 1, cols: end, data: text },
        ends: { name: "ends", rows: 1, cols: ends.length, data: ends },
        ...{ tokens: wholes(end), count: oneNumber },
      });
      return [...tokens.subarray(0, count)];
    },

    tokenBytes(token) {
      const { bytes, count } = run("tokenBytes", {
        token,
        bytes: bytesOf(LONGEST_TOKEN),
        count: oneNumber,
      });
      return bytes.subarray(0, count);
    },

    restart: ({ inside, ...lane }) => void run("restartLane", { ...lane, inside: Number(inside) }),

    rewind: (lane, tokens) => void run("rewindLane", { lane, tokens }),

    read(first, second) {
      const list = (name: string, data: readonly number[]) => ({
        name,
        rows: 1,
        cols: data.length,
        data,
      });
      run("read", { first: list("tokens", first), second: list("tokens", second) });
    },

    draw: (lane) => run("draw", { lane, token: oneNumber }).token,

    likeliest: (lane, count) =>
      run("likeliest", { lane, tokens: wholes(count), probabilities: listOf(count) }),

    lens(lane, position, layers, count) {
      const shape = { rows: layers, cols: count };
      return run("lens", {
        ...{ lane, position },
        tokens: { ...wholes(0), ...shape },
        probabilities: { ...listOf(0), ...shape },
      });
    },

    losses: (lane, first, tokens) =>
      run("losses", { lane, first, losses: listOf(Math.max(0, tokens - first)) }).losses,

    logits: (lane, vocabulary) => run("logits", { lane, logits: floats(vocabulary) }).logits,

    // Layer by layer, since all of them would double the engine's memory.
    attention(lane, tokens, { layers, heads }) {
      const size = heads * tokens ** 2;
      const all = new Float32Array(layers * size);
      for (let layer = 0; layer < layers; layer += 1) {
        const weights = { ...floats(0), rows: heads * tokens, cols: tokens };
        all.set(run("layerAttention", { lane, layer, weights }).weights, layer * size);
      }
      return all;
    },

    statistics: (lane, { layers, heads }) => run("statistics", { lane }, listOf(layers * heads)),
  };
  return guardedCalls({ ...calls }) as unknown as LanguageCalls;
}
