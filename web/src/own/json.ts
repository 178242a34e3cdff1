/**
 * Lists in JSON: an object of tensors by their names, such as { tokens, q, k, v, weights, scores },
 * or one list. Python's NaN and Infinity are understood, which are no JSON.
 */
import { type EntryReader, listTensor } from "./nested-list.js";
import { excerpt, refuse, sizeText } from "./reading-error.js";
import type { Source } from "./source.js";
import type { AnyTensor } from "./tensor.js";

/** A file of JSON is read whole. */
const MOST_JSON_BYTES = 2 ** 27;
/** How deep objects lie in each other. */
const MOST_OBJECTS = 4;

export const isJson = (start: Uint8Array): boolean =>
  /^\ufeff?\s*[[{]/.test(new TextDecoder().decode(start));

export async function readJson(source: Source): Promise<readonly AnyTensor[]> {
  const { name, size } = source;
  if (size > MOST_JSON_BYTES) {
    refuse("jsonLarge", { name, size: sizeText(size), most: sizeText(MOST_JSON_BYTES) });
  }
  return tensorsInJson(name, new TextDecoder().decode(await source.read(0, size)));
}

/** @param name what sentences call the text, and what a list without a name is called */
export function tensorsInJson(name: string, text: string): readonly AnyTensor[] {
  const value = parsed(name, text);
  const tensors = tensorsIn(name, value, "", 0);
  if (tensors.length === 0) refuse("noTensors", { name });
  return tensors;
}

/** How NaN and infinities stand in a value that JSON.parse has made. */
const PYTHON_NUMBERS: Readonly<Record<string, number>> = {
  "\0NaN": Number.NaN,
  "\0Infinity": Number.POSITIVE_INFINITY,
  "\0-Infinity": Number.NEGATIVE_INFINITY,
};

/** A text, to the end where it is not closed, or what Python writes for a number. */
const TEXT_OR_NUMBER = /"[^"\\]*(?:\\[\s\S][^"\\]*)*(?:"|$)|NaN|-?Infinity/g;

function parsed(name: string, text: string): unknown {
  const json = text.replace(TEXT_OR_NUMBER, (token) =>
    token.startsWith('"') ? token : `"\\u0000${token}"`,
  );
  try {
    return JSON.parse(json);
  } catch (error) {
    // V8 and SpiderMonkey say where; the sentence gives the place of the text around it.
    const [, position] = /position (\d+)/.exec(String(error)) ?? [];
    const place = position === undefined ? 0 : Number(position);
    return refuse("json", { name, text: excerpt(json.slice(place, place + 40)) || "…" });
  }
}

function tensorsIn(file: string, value: unknown, path: string, depth: number): AnyTensor[] {
  if (Array.isArray(value)) {
    return [listTensor(path === "" ? file : path, value, JSON_ENTRIES)];
  }
  if (typeof value !== "object" || value === null) return [];
  if (depth === MOST_OBJECTS) refuse("deep", { name: excerpt(path), most: MOST_OBJECTS });
  return Object.entries(value).flatMap(([key, inner]) =>
    tensorsIn(file, inner, path === "" ? key : `${path}.${key}`, depth + 1),
  );
}

const isPythonNumber = (text: string) => Object.hasOwn(PYTHON_NUMBERS, text);

const JSON_ENTRIES: EntryReader = {
  numberOf(entry) {
    if (typeof entry === "number") return entry;
    if (typeof entry === "boolean") return entry ? 1 : 0;
    return typeof entry === "string" && isPythonNumber(entry) ? PYTHON_NUMBERS[entry] : undefined;
  },
  textOf: (entry) => (typeof entry === "string" && !isPythonNumber(entry) ? entry : undefined),
};
