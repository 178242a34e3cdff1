/**
 * Tensors that the page hands over, without a file: as the property `tensors` of the element, or as
 * JSON in the document itself, which attention_scale.py writes there.
 */
import { bytesOf } from "../engine/base64.js";
import { BYTES_OF_NUMBER, type NumberFormat } from "../engine/number-formats.js";
import { GIVEN_ID } from "../state/address.js";
import { MOST_TEXTS } from "./npy.js";
import { excerpt, refuse, shapeText } from "./reading-error.js";
import { bufferSource } from "./source.js";
import { type AnyTensor, type Decode, entriesOf, storedTensor } from "./tensor.js";

/** Numbers, row by row, the first byte of each the least. */
export interface GivenNumbers {
  readonly name: string;
  /** What NumPy calls the type, such as "float32", or "bfloat16". */
  readonly dtype: string;
  readonly shape: readonly number[];
  /** A text is base64. */
  readonly data: ArrayBuffer | ArrayBufferView | string;
}

/** Texts, such as tokens. */
export interface GivenTexts {
  readonly name: string;
  readonly texts: readonly string[];
}

export type GivenTensor = GivenNumbers | GivenTexts;

/** What was handed over, not looked at yet, and by whom. */
export interface Given {
  readonly tensors: unknown;
  readonly from: "python" | "page";
}

/** The names of float8 in ml_dtypes and PyTorch. */
const OTHER_NAMES: Readonly<Record<string, NumberFormat>> = { float8_e4m3fn: "float8_e4m3" };

/** @throws ReadingError that says what is wrong */
export function givenTensors(given: unknown, decode: Decode): readonly AnyTensor[] {
  if (!Array.isArray(given)) return refuse("givenList");
  const tensors = given.map((each: unknown, place) => givenTensor(each, place, decode));
  if (tensors.length === 0) refuse("givenList");
  return tensors;
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((text) => typeof text === "string");

const isShape = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every((extent) => Number.isSafeInteger(extent) && extent >= 0);

function givenTensor(given: unknown, place: number, decode: Decode): AnyTensor {
  if (typeof given !== "object" || given === null) return refuse("givenTensor", { place });
  const { name, dtype, shape, data, texts } = given as Partial<Record<string, unknown>>;
  if (typeof name !== "string" || name === "") return refuse("givenTensor", { place });
  if (isTexts(texts)) return textTensor(name, texts);
  if (typeof dtype !== "string" || !isShape(shape)) return refuse("givenTensor", { place });
  const format = Object.hasOwn(OTHER_NAMES, dtype) ? OTHER_NAMES[dtype] : dtype;
  if (format === undefined || !isFormat(format)) {
    return refuse("dtype", { name: excerpt(name), dtype: excerpt(dtype) });
  }
  const bytes = givenBytes(name, data);
  const needed = entriesOf(shape) * BYTES_OF_NUMBER[format];
  if (bytes.length !== needed) {
    refuse("givenBytes", {
      name: excerpt(name),
      shape: shapeText(shape),
      dtype,
      needed,
      size: bytes.length,
    });
  }
  return storedTensor({ name, dtype: format, shape, source: bufferSource(name, bytes), decode });
}

const isFormat = (name: string): name is NumberFormat => Object.hasOwn(BYTES_OF_NUMBER, name);

function textTensor(name: string, texts: readonly string[]): AnyTensor {
  const count = texts.length;
  if (count > MOST_TEXTS) refuse("manyTexts", { name: excerpt(name), count, most: MOST_TEXTS });
  return { name, dtype: "text", shape: [count], readTexts: async () => texts };
}

function givenBytes(name: string, data: unknown): Uint8Array {
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  if (ArrayBuffer.isView(data)) {
    return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  }
  if (typeof data !== "string") return refuse("givenData", { name: excerpt(name) });
  try {
    return bytesOf(data);
  } catch {
    return refuse("givenData", { name: excerpt(name) });
  }
}

// ---- in the document itself ----

let parsed: { readonly element: Element; readonly given: Given } | null = null;

/** What the document holds; the same object as long as its script stays, null without one. */
export function givenInDocument(): Given | null {
  const element = document.getElementById(GIVEN_ID);
  if (element === null) return null;
  if (parsed?.element !== element) {
    const from = element.dataset.from === "python" ? "python" : "page";
    parsed = { element, given: { tensors: tensorsIn(element), from } };
  }
  return parsed.given;
}

/** Text that is no JSON is handed on as it is, and refused as no list. */
function tensorsIn(element: Element): unknown {
  const text = element.textContent ?? "";
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
