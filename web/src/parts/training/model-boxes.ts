/** What a trained model of dates computes, box by box. Parameters are only sliced here: the engine computes. */
import type { DateAnswer, DateEntry } from "../../engine/dates-api.js";
import type { DecoderLayerParameters, EncoderLayerParameters } from "../../engine/layers-api.js";
import type { Matrix, Matrix32 } from "../../engine/types.js";
import { type Calls, type Embedding, embeddingOf, type FlowSide, Growing } from "../flow/flow.js";
import type { Setup } from "./request.js";

/** The start of every answer among the words of the decoder: U+0002, start of text. */
export const START_SIGN = "\u0002";

/** What all models of dates are, whatever their size. */
export const TRAINED = { norm: "post", activation: "relu", causal: true } as const;

/** The characters in the order of the rows of the two embeddings. Row 0 of the first one is padding. */
const CHARACTERS = {
  sourceEmbedding: "\0 ,0123456789ADFJMNOSabceghilmnoprstuvy年月日",
  targetEmbedding: `0123456789-${START_SIGN}`,
} as const;

const double = ({ rows, cols, data }: Matrix32): Matrix => ({
  ...{ rows, cols, data: Float64Array.from(data) },
});

/** The parameters of a model by their names. */
class Parameters {
  constructor(
    private readonly entries: readonly DateEntry[],
    private readonly parameters: Float32Array,
  ) {}

  private matrix({ from, rows, cols }: DateEntry): Matrix32 {
    return { rows, cols, data: this.parameters.subarray(from, from + rows * cols) };
  }

  /** As `encoder` and `decoder` take the parameters of a layer: by their last names, those of one row as lists. */
  layer(stack: "encoder" | "decoder", index: number): DecoderLayerParameters {
    const own = this.entries.filter(({ name }) => name.startsWith(`${stack}.${index}.`));
    return Object.fromEntries(
      own.map((entry) => {
        const matrix = this.matrix(entry);
        return [entry.name.split(".")[2], matrix.rows === 1 ? matrix.data : matrix];
      }),
    ) as unknown as DecoderLayerParameters & EncoderLayerParameters;
  }

  /** The rows of an embedding that are those of characters. */
  vectors(of: keyof typeof CHARACTERS, characters: readonly string[]): Matrix {
    const { cols, data } = this.matrix(this.entries.find(({ name }) => name === of) as DateEntry);
    const places = characters.map((character) => CHARACTERS[of].indexOf(character));
    const rows = places.flatMap((place) => [...data.subarray(place * cols, (place + 1) * cols)]);
    return { rows: places.length, cols, data: Float64Array.from(rows) };
  }
}

/** @param answer what the model writes for the date `source` */
export function boxesOf(
  engine: Calls,
  model: Pick<Setup, "dim" | "layers" | "heads">,
  scale: number,
  list: Float32Array,
  source: string,
  { answer, sourceInput, targetInput }: DateAnswer<Float32Array>,
): FlowSide {
  const { layers, heads } = model;
  const parameters = new Parameters(engine.dateLayout(model).entries, list);
  const embedding = (
    of: keyof typeof CHARACTERS,
    words: readonly string[],
    { rows, cols, ...sum }: Matrix32,
  ): Embedding =>
    embeddingOf(words, {
      vectors: parameters.vectors(of, words),
      positions: engine.positions({ rows, cols }),
      sum: double({ rows, cols, ...sum }),
    });
  const read = [START_SIGN, ...answer].slice(0, targetInput.rows);
  const rows = { encoder: double(sourceInput), decoder: double(targetInput) };
  const side = new Growing(engine, { heads, layers, ...TRAINED }, 1 / scale, rows);
  for (const stack of ["encoder", "decoder"] as const)
    for (let i = 0; i < layers; i += 1) side.add(stack, parameters.layer(stack, i));
  return side.side(
    embedding("sourceEmbedding", [...source], sourceInput),
    embedding("targetEmbedding", read, targetInput),
  );
}
