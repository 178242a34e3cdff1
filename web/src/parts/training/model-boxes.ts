/** What a trained model of dates computes, box by box. Parameters are only sliced here: the engine computes. */
import type { Matrix, Matrix32 } from "../../engine/api.js";
import type { DecoderLayerParameters, EncoderLayerParameters } from "../../engine/layers-api.js";
import type { DateAnswer, DateEntry } from "../../engine/training-api.js";
import { type Calls, type Embedding, embeddingOf, type FlowSide, Growing } from "../flow/flow.js";
import type { Setup } from "./request.js";

/** The start of every answer among the words of the decoder: U+0002, start of text. */
export const START_SIGN = "\u0002";

/** What all models of dates are, whatever their size. */
export const TRAINED = { norm: "post", activation: "relu", causal: "on" } as const;

/** The characters in the order of the rows of the two embeddings. Row 0 of the first one is padding. */
const CHARACTERS = {
  sourceEmbedding: "\0 ,0123456789ADFJMNOSabceghilmnoprstuvy年月日",
  targetEmbedding: `0123456789-${START_SIGN}`,
} as const;

const double = ({ rows, cols, data }: Matrix32): Matrix => ({
  ...{ rows, cols, data: Float64Array.from(data) },
});

/** @param answer what the model writes for the date `source` */
export function boxesOf(
  engine: Calls,
  model: Pick<Setup, "dim" | "layers" | "heads">,
  scale: number,
  parameters: Float32Array,
  source: string,
  { answer, sourceInput, targetInput }: DateAnswer<Float32Array>,
): FlowSide {
  const { layers, heads } = model;
  const { entries } = engine.dateLayout(model);
  const matrixOf = ({ from, rows, cols }: DateEntry): Matrix32 => ({
    ...{ rows, cols, data: parameters.subarray(from, from + rows * cols) },
  });
  /** As `encoder` and `decoder` take the parameters of a layer: by their last names, those of one row as lists. */
  const layer = (stack: "encoder" | "decoder", index: number) => {
    const own = entries.filter(({ name }) => name.startsWith(`${stack}.${index}.`));
    const named = own.map((entry) => {
      const matrix = matrixOf(entry);
      return [entry.name.split(".")[2], matrix.rows === 1 ? matrix.data : matrix];
    });
    return Object.fromEntries(named) as DecoderLayerParameters & EncoderLayerParameters;
  };
  /** With the rows of the matrix that are those of characters. */
  const embedding = (
    of: keyof typeof CHARACTERS,
    words: readonly string[],
    { rows, cols, ...sum }: Matrix32,
  ): Embedding => {
    const { data } = matrixOf(entries.find(({ name }) => name === of) as DateEntry);
    const vectors = words.flatMap((word) => {
      const from = CHARACTERS[of].indexOf(word) * cols;
      return [...data.subarray(from, from + cols)];
    });
    return embeddingOf(words, {
      vectors: { rows, cols, data: Float64Array.from(vectors) },
      positions: engine.positions({ rows, cols }),
      sum: double({ rows, cols, ...sum }),
    });
  };
  const read = [START_SIGN, ...answer].slice(0, targetInput.rows);
  const rows = { encoder: double(sourceInput), decoder: double(targetInput) };
  const side = new Growing(engine, { heads, layers, ...TRAINED }, 1 / scale, rows);
  for (const stack of ["encoder", "decoder"] as const)
    for (let i = 0; i < layers; i += 1) side.add(stack, layer(stack, i));
  return side.side(
    embedding("sourceEmbedding", [...source], sourceInput),
    embedding("targetEmbedding", read, targetInput),
  );
}
