/** Safetensors: a length, a header in JSON, and the bytes of all tensors without gaps. */
import { BYTES_OF_NUMBER, type NumberFormat } from "../engine/number-formats.js";
import { MOST_TENSORS } from "./npz.js";
import { excerpt, refuse, shapeText, sizeText } from "./reading-error.js";
import { demandBytes, partOf, type Source } from "./source.js";
import { type Decode, entriesOf, storedTensor, type Tensor } from "./tensor.js";

const LENGTH_BYTES = 8;
/** The limit of the format's own library. */
const MOST_HEADER_BYTES = 100_000_000;

const FORMATS: Readonly<Record<string, NumberFormat>> = {
  F64: "float64",
  F32: "float32",
  F16: "float16",
  BF16: "bfloat16",
  F8_E4M3: "float8_e4m3",
  F8_E5M2: "float8_e5m2",
  I8: "int8",
  U8: "uint8",
  I16: "int16",
  U16: "uint16",
  I32: "int32",
  U32: "uint32",
  I64: "int64",
  U64: "uint64",
  BOOL: "bool",
};

interface Entry {
  readonly name: string;
  readonly dtype: NumberFormat;
  readonly shape: readonly number[];
  readonly start: number;
  readonly end: number;
}

interface SafetensorsFile {
  readonly tensors: readonly Tensor[];
  /** What stands in `__metadata__`. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** Whether a file that begins so may be one: the header is an object. */
export const isSafetensors = (start: Uint8Array): boolean => start[LENGTH_BYTES] === 0x7b;

export async function readSafetensors(source: Source, decode: Decode): Promise<SafetensorsFile> {
  const { name } = source;
  demandBytes(source, LENGTH_BYTES);
  const lengthBytes = await source.read(0, LENGTH_BYTES);
  const length = lengthBytes.reduceRight((sum, byte) => sum * 256 + byte, 0);
  const dataStart = LENGTH_BYTES + length;
  if (dataStart > source.size || length > MOST_HEADER_BYTES) {
    refuse("safetensorsLength", { name, length, size: source.size });
  }
  const text = new TextDecoder().decode(await source.read(LENGTH_BYTES, dataStart));
  const { __metadata__: metadata = {}, ...fields } = headerOf(text, name);
  const data = partOf(source, dataStart, source.size);
  const list = Object.entries(fields);
  if (list.length === 0) refuse("noTensors", { name });
  if (list.length > MOST_TENSORS) {
    refuse("manyTensors", { name, count: list.length, most: MOST_TENSORS });
  }
  const entries = list.map(([tensor, field]) => entryOf(name, tensor, field));
  checkOffsets(source, data.size, entries);
  const tensors = entries.map(({ name, dtype, shape, start, end }) => {
    const bytes = partOf(data, start, end, name);
    return storedTensor({ name, dtype, shape, source: bytes, decode });
  });
  return { tensors, metadata: textsIn(metadata) };
}

function headerOf(text: string, name: string): Readonly<Record<string, unknown>> {
  try {
    const header: unknown = JSON.parse(text);
    if (typeof header === "object" && header !== null && !Array.isArray(header)) {
      return header as Readonly<Record<string, unknown>>;
    }
  } catch {
    // What is no JSON is refused below.
  }
  return refuse("safetensorsHeader", { name, header: excerpt(text.slice(0, 200)) });
}

const textsIn = (metadata: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(Object(metadata)).filter(
      (field): field is [string, string] => typeof field[1] === "string",
    ),
  );

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

function entryOf(file: string, name: string, field: unknown): Entry {
  const { dtype, shape, data_offsets: offsets } = Object(field);
  const pair: unknown[] = Array.isArray(offsets) ? offsets : [];
  const [start, end] = pair;
  const fits = pair.length === 2 && isCount(start) && isCount(end) && start <= end;
  if (!fits || !Array.isArray(shape) || !shape.every(isCount) || typeof dtype !== "string") {
    return refuse("safetensorsHeader", { name: file, header: excerpt(name) });
  }
  const tensor = excerpt(name);
  if (!Object.hasOwn(FORMATS, dtype)) {
    return refuse("dtype", { name: tensor, dtype: excerpt(dtype) });
  }
  const format = FORMATS[dtype] as NumberFormat;
  const needed = entriesOf(shape) * BYTES_OF_NUMBER[format];
  if (needed !== end - start) {
    const taken = end - start;
    refuse("offsetsSize", { name: tensor, shape: shapeText(shape), dtype, needed, taken });
  }
  return { name, dtype: format, shape, start, end };
}

/** @throws ReadingError where tensors overlap, or bytes belong to none */
function checkOffsets(source: Source, size: number, entries: readonly Entry[]): void {
  const { name } = source;
  let last = { name: "", end: 0 };
  for (const entry of [...entries].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const { start, end } = entry;
    const tensor = excerpt(entry.name);
    if (end > size) {
      refuse("offsetsBeyond", { name, tensor, end: sizeText(end), size: sizeText(size) });
    }
    if (start < last.end) refuse("offsetsOverlap", { name, tensor, other: excerpt(last.name) });
    if (start > last.end) refuse("offsetsGap", { name, tensor, bytes: start - last.end });
    last = entry;
  }
  if (last.end < size) refuse("offsetsLeft", { name, bytes: size - last.end });
}
