/**
 * The engine of the trained model, in a binary of its own, in whose memory the model stays:
 * cpp/bindings/language_calls.hpp.
 */
import createModule from "language-glue";

import type { Lists, Matrix, Numbers } from "./api.js";
import type { RunCall } from "./descriptor.js";
import { EngineError } from "./errors.js";
import { instantiate } from "./load.js";
import { ALL_READERS, ownArray } from "./more-inputs.js";
import type { WasmModule } from "./workspace.js";

/**
 * The sizes of the trained model: cpp/include/attention_scale/language/weights.hpp. `model` is
 * d_model.
 */
export type ModelSizes = Numbers<
  "layers" | "heads" | "keyHeads" | "model" | "hidden" | "vocabulary" | "theta" | "epsilon"
>;

/**
 * Tokens that may come next with their probabilities, the likeliest first; for several places place
 * by place.
 */
export interface LikelyTokens {
  readonly tokens: Uint32Array;
  readonly probabilities: Float64Array;
}

/**
 * Means over the rows of each head [layers·heads]:
 * - `entropy`, in nats;
 * - `largest`: the largest weight;
 * - `trace`: Σ y(1 − y), the trace of the Jacobian of softmax;
 * - `scoreDeviation`: the standard deviation of the undivided scores q·k over all pairs;
 * - `onFirst`: the share of the rows after the first whose largest weight is on the first token.
 */
export type HeadNumbers = Lists<"entropy" | "largest" | "trace" | "scoreDeviation" | "onFirst">;

/** The likeliest tokens of a lane, and the chance with which it draws each. */
export interface DrawnTokens extends LikelyTokens {
  readonly chances: Float64Array;
}

/**
 * Scores q·k of a head, not divided, `plain` before and `rotated` after both are turned by their
 * positions: of one query with each key up to it. The deviations are those over all pairs.
 */
export type RotationNumbers = Lists<"plain" | "rotated"> &
  Numbers<"plainDeviation" | "rotatedDeviation">;

/**
 * How alike the scores of a layer's heads are: Pearson's correlation of each two of them
 * [heads×heads], each score less the mean of its query; the means over pairs of heads that read the
 * same keys, and over the others.
 */
export type HeadCorrelations = Readonly<{ correlations: Matrix }> & Numbers<"within" | "between">;

/** A lane is 0 or 1, a token a number of the vocabulary; T is how many tokens a lane has read. */
export interface LanguageCalls {
  /** Reserves memory for the data; what was open is closed. */
  reserve(bytes: number): void;
  /** Copies a part of the data to its place. */
  put(offset: number, bytes: Uint8Array): void;
  /** @param weights how many bytes of the data they are; the tokens stand behind them */
  open(sizes: ModelSizes & Numbers<"positions" | "weights">): void;
  /** The tokens of a text in parts, across whose ends no token goes. */
  encode(parts: readonly string[]): Uint32Array;
  tokenBytes(token: number): Uint8Array;
  /**
   * The lane forgets what it has read; −1: every layer, every head. Of the next token only the
   * `topK` likeliest are drawn, 0: all; of those the fewest whose probabilities have at least the
   * sum `topP`, 1: all.
   */
  restart(
    options: Numbers<
      "lane" | "exponent" | "layer" | "head" | "temperature" | "seed" | "topK" | "topP"
    > & {
      readonly inside: boolean;
    },
  ): void;
  /** The lane forgets all but its first tokens. */
  rewind(lane: number, tokens: number): void;
  /** Each lane reads its tokens. */
  read(first: readonly number[], second: readonly number[]): void;
  draw(lane: number): number;
  likeliest(lane: number, count: number): DrawnTokens;
  /**
   * The likeliest tokens after a position, had the model ended after its first, second, …, last
   * layer.
   */
  lens(lane: number, position: number, count: number): LikelyTokens;
  /** −ln of the probability of each token from number `first` on. */
  losses(lane: number, first: number): Float64Array;
  logits(lane: number): Float32Array;
  /** The weights of one head [T·T]. */
  attention(lane: number, layer: number, head: number): Float32Array;
  /**
   * A small picture of every head: the largest weight of each square block, the blocks so large
   * that there are at most `most` rows of them; a byte each, 255 for 1.
   */
  thumbnails(lane: number, most: number): Uint8Array;
  statistics(lane: number): HeadNumbers;
  /** @param position that of the query */
  rotation(lane: number, layer: number, head: number, position: number): RotationNumbers;
  correlations(lane: number, layer: number): HeadCorrelations;
}

function languageCalls(run: RunCall, module: WasmModule) {
  let data = { address: 0, bytes: 0 };

  return {
    reserve(bytes: number) {
      data = { address: 0, bytes: 0 };
      data = { address: run<number>("reserve", { args: { bytes } }), bytes };
    },

    put(offset: number, bytes: Uint8Array) {
      if (offset + bytes.length > data.bytes) {
        throw new EngineError(
          "shape",
          `The data ends at ${offset + bytes.length} bytes; it must have ${data.bytes}.`,
        );
      }
      module.workspace.views.u8.set(bytes, data.address + offset);
    },

    encode(parts: readonly string[]) {
      const encoder = new TextEncoder();
      let end = 0;
      const ends = parts.map((part) => {
        end += encoder.encode(part).length;
        return end;
      });
      const text = ownArray("text", encoder.encode(parts.join("")));
      return run("encode", { converted: { text }, args: { ends } });
    },
  };
}

/**
 * An engine with its own memory, from a compiled module: the model's worker gets the module and
 * calls this.
 */
export const start = (compiled: WebAssembly.Module): Promise<LanguageCalls> =>
  instantiate(compiled, createModule, ALL_READERS, languageCalls);
