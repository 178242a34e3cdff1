/** Which keys of the state a part depends on: what is written beside whatever is taken away of it. */
import { EXAMPLE_WORDS, type State, type View, writeFragment } from "../state/state.js";

const SENTENCE = ["sentence", "dim", "seed", "vectors", "projections", "exponent"] as const;
const LOGITS = ["source", "a", "logits", "word", "factor", "shift"] as const;

const KEYS: Readonly<Record<Exclude<View, "page">, readonly (keyof State)[]>> = {
  matrices: [],
  variance: ["samples", "sampledim", "sampleseed", "sigma", "law"],
  saturation: LOGITS,
  jacobian: [...LOGITS, "upstream"],
  gradient: ["keys", "draws", "drawseed", "loss", "target"],
  exponent: [
    ...(["keys", "draws", "drawseed", "measure"] as const),
    ...(["precision", "accumulate", "place", "size"] as const),
  ],
};

export type PartName = keyof typeof KEYS;

/** Their values, by name. */
export function parametersOf(part: PartName, state: State): Record<string, unknown> {
  const example = state.vectors === "example";
  const sentence = example
    ? {
        sentence: EXAMPLE_WORDS.join(" "),
        vectors: "example",
        x: state.x,
        exponent: state.exponent,
      }
    : Object.fromEntries(SENTENCE.map((key) => [key, state[key]]));
  return { ...sentence, ...Object.fromEntries(KEYS[part].map((key) => [key, state[key]])) };
}

/** In one line, for below a picture. */
export function parameterLine(parameters: Readonly<Record<string, unknown>>): string {
  const text = (value: unknown): string =>
    Array.isArray(value)
      ? value.map(text).join(Array.isArray(value[0]) ? "; " : ",")
      : String(value);
  return Object.entries(parameters)
    .map(([key, value]) => `${key} = ${text(value)}`)
    .join(", ");
}

/** The address that shows this part in this state. */
export function linkTo(part: PartName, state: State): string {
  const fragment = writeFragment({
    ...state,
    view: state.view === "page" ? "page" : part,
    at: state.view === "page" ? part : null,
  });
  return `${location.href.replace(/#.*$/, "")}#${fragment}`;
}
