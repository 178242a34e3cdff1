/**
 * The conversion of numbers in files of tensors, and the first look at weights there, by the binary of the whole engine. An instance of
 * its own: whoever reads files needs none of the other calls, and the engine's memory never shrinks.
 */
import createModule from "wasm-glue";
import type { RunCall } from "./descriptor.js";
import { EngineError } from "./errors.js";
import { instantiate } from "./load.js";
import { ALL_READERS, ownArray } from "./more-inputs.js";
import {
  BYTES_OF_NUMBER,
  type FormatCalls,
  fitsSingle,
  type NumberFormat,
  type SidePowers,
  type StoredMatrices,
  type WeightSummaries,
} from "./number-formats.js";

/** The bytes of one call; more go in several, so that the instance stays small. A multiple of 8. */
const PIECE_BYTES = 2 ** 20;

const formatCalls = (run: RunCall) => {
  const decodePiece = (bytes: Uint8Array, format: NumberFormat, bigEndian: boolean) => {
    const result = fitsSingle(format) ? "single" : "double";
    const decoded = run<Record<typeof result, Float32Array | Float64Array>>("decodeNumbers", {
      converted: { bytes: ownArray("bytes", bytes), bigEndian: bigEndian ? 1 : 0 },
      args: { format },
      options: {},
      resultNames: [result],
    });
    return decoded[result];
  };
  return {
    decodeNumbers(bytes: Uint8Array, format: NumberFormat, bigEndian = false) {
      const size = BYTES_OF_NUMBER[format];
      if (bytes.length % size !== 0) {
        const rest = bytes.length % size;
        throw new EngineError("shape", `bytes has ${rest} bytes after its last number.`);
      }
      if (bytes.length <= PIECE_BYTES) return decodePiece(bytes, format, bigEndian);
      const count = bytes.length / size;
      const numbers = fitsSingle(format) ? new Float32Array(count) : new Float64Array(count);
      for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
        const piece = bytes.subarray(start, start + PIECE_BYTES);
        numbers.set(decodePiece(piece, format, bigEndian), start / size);
      }
      return numbers;
    },
    summariseWeights(
      { bytes, format, bigEndian, rows, cols }: StoredMatrices,
      { unscaled, scaled }: SidePowers,
      block: number,
    ) {
      return run<WeightSummaries>("summariseWeights", {
        converted: {
          bytes: ownArray("bytes", bytes),
          bigEndian: bigEndian ? 1 : 0,
          rows,
          cols,
          block,
          unscaled,
          scaled,
        },
        args: { format },
        options: {},
      });
    },
  };
};

/** These calls alone: they are put beside those of another engine, which must not be replaced. */
export async function start(compiled: WebAssembly.Module): Promise<FormatCalls> {
  const calls = await instantiate<FormatCalls>(compiled, createModule, ALL_READERS, formatCalls);
  return { decodeNumbers: calls.decodeNumbers, summariseWeights: calls.summariseWeights };
}
