/** The checks of inputs.ts, and those that only the calls of the later script use. */
import type { VectorInput } from "./api.js";
import { NO_OPTIONS } from "./descriptor.js";
import * as inputs from "./inputs.js";
import { typeOf } from "./typed-arrays.js";

export * from "./inputs.js";

/** Whether `softmax` takes the value as one list and not as a matrix. */
export function isVector(value: unknown): value is VectorInput {
  return inputs.isFloats(value) || (Array.isArray(value) && !Array.isArray(value[0]));
}

/** What the records of a list are, for messages, and what one of them is. */
const RECORD_KINDS: Readonly<Record<string, readonly [string, string]>> = {
  rules: ["rules", "a rule"],
  parts: ["moments", "moments"],
};

/**
 * A row of numbers for each record of a list. What KINDS does not name is checked already, and may
 * be one record without a list, whose numbers are called by their own names.
 */
function records(name: string, value: unknown, fields: readonly inputs.Field[]): inputs.Input {
  const numbersOf = (record: inputs.UncheckedOptions, prefix: string) =>
    fields.map((field) => field.read(prefix + field.name, record[field.name]));
  const [many, one] = RECORD_KINDS[name] ?? [];
  const list = Array.isArray(value);
  if (many && !list) inputs.wrongType(name, value, `it must be an array of ${many}`);
  const rows = list
    ? inputs.list(name, value, (record, index) => {
        const recordName = `${name}[${index}]`;
        if (!inputs.isObject(record)) inputs.wrongType(recordName, record, `it must be ${one}`);
        return numbersOf(record, `${recordName}.`);
      })
    : [numbersOf(value as inputs.UncheckedOptions, "")];
  const data = Float64Array.from(rows.flat() as number[]);
  return { name, rows: rows.length, cols: fields.length, data };
}

/** The 32-bit words of a seed, and before them 0 for RandomState(seed), 1 for RandomState([…]). */
function seed(name: string, value: unknown): inputs.Input {
  if (!Array.isArray(value) && typeOf(value) !== "Uint32Array") {
    return inputs.ownArray(name, Uint32Array.of(0, oneSeed(name, value)));
  }
  const words = Array.isArray(value)
    ? inputs.list(name, value, (word, index) => oneSeed(`${name}[${index}]`, word))
    : (value as Uint32Array);
  const length = Array.isArray(words)
    ? words.length
    : inputs.checkedLength(name, words as Uint32Array);
  const data = new Uint32Array(length + 1).fill(1, 0, 1);
  data.set(words, 1);
  return inputs.ownArray(name, data);
}

const oneSeed = (name: string, value: unknown) => inputs.count(name, value, inputs.LARGEST_SEED);

/** A list of whole numbers of 32 bits. */
function wholes(name: string, value: unknown): inputs.Input {
  const { cols, data } = inputs.vector(name, value);
  const words = new Uint32Array(cols);
  for (let index = 0; index < cols; index += 1) {
    words[index] = oneSeed(`${name}[${index}]`, data[index]);
  }
  return inputs.ownArray(name, words);
}

/** The keys that are no padding, as one row. */
function padding(name: string, value: unknown): inputs.Input | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) inputs.wrongType(name, value, "it must be an array of true and false");
  const bits = inputs.list(name, value, (entry, index) => inputs.flag(`${name}[${index}]`, entry));
  return inputs.ownArray(name, Uint8Array.from(bits));
}

const CORNERS = ["upper-left", "lower-right"];

/**
 * The causal mask as it crosses: 0 for none, 1 for the upper-left corner, 2 for the lower-right one.
 * `mask` may say that there is one, `causal` its corner too.
 */
function causalMask({ mask, causal }: inputs.UncheckedOptions): number {
  if (causal === undefined) return mask === "causal" ? 1 : 0;
  if (typeof causal === "boolean") return causal || mask === "causal" ? 1 : 0;
  return 1 + inputs.wordIndex("causal", causal, CORNERS);
}

const NO_FIELDS = { causal: 0, bias: null };

/**
 * The options about logits that every call with rules checks alike, as they cross. Each is read when
 * it is asked for: a getter of the caller may change arguments that were read before. A class: an
 * object with getters of its own takes longer to make than a small call.
 */
class LogitFields {
  constructor(private readonly given: inputs.UncheckedOptions) {}

  get causal() {
    return causalMask(this.given);
  }

  get bias() {
    const { bias } = this.given;
    return bias === undefined ? null : inputs.matrix("bias", bias);
  }
}

export const logitFields = (options: unknown): Pick<LogitFields, "causal" | "bias"> =>
  options === NO_OPTIONS ? NO_FIELDS : new LogitFields(inputs.options(options, "{ scale, mask }"));

/** The readers of all calls. */
export const ALL_READERS: inputs.Readers = {
  ...inputs.READERS,
  "u8[]": padding,
  "u32[]": wholes,
  "u32{seed}": seed,
  "f64{,}": records,
};
