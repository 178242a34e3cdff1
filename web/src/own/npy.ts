/** NumPy's .npy, versions 1 to 3: numpy.lib.format documents it. */
import type { NumberFormat } from "../engine/number-formats.js";
import { excerpt, refuse } from "./reading-error.js";
import { demandBytes, partOf, readChecked, type Source } from "./source.js";
import { type AnyTensor, type Decode, entriesOf, storedTensor, type TextTensor } from "./tensor.js";

const MAGIC = [0x93, ...new TextEncoder().encode("NUMPY")];
/** NumPy itself writes headers of some hundred bytes, and reads up to 10,000. */
const MOST_HEADER_BYTES = 2 ** 16;
/** The most texts in an array of them. */
export const MOST_TEXTS = 2 ** 16;

const FORMATS: Readonly<Record<string, NumberFormat>> = {
  f2: "float16",
  f4: "float32",
  f8: "float64",
  i1: "int8",
  i2: "int16",
  i4: "int32",
  i8: "int64",
  u1: "uint8",
  u2: "uint16",
  u4: "uint32",
  u8: "uint64",
  b1: "bool",
  // NumPy has no bfloat16: ml_dtypes, and with it JAX, saves it as two bytes without a type.
  V2: "bfloat16",
  // What ml_dtypes calls float8_e5m2; its other float8 are V1: SMALL_FORMATS.
  f1: "float8_e5m2",
  bfloat16: "bfloat16",
  float8_e4m3fn: "float8_e4m3",
  float8_e5m2: "float8_e5m2",
};

/** ml_dtypes saves numbers of one byte without a type: the name of the array may tell it. */
const SMALL_FORMATS: readonly (readonly [inName: RegExp, format: NumberFormat])[] = [
  [/e4m3(fn)?(?![a-z\d])/i, "float8_e4m3"],
  [/e5m2(?![a-z\d])/i, "float8_e5m2"],
];

/** @throws ReadingError where neither the type nor the name tells the format */
function formatOf(type: string, descr: string, name: string, file: string): NumberFormat {
  if (Object.hasOwn(FORMATS, type)) return FORMATS[type] as NumberFormat;
  if (type !== "V1") return refuse("dtype", { name: file, dtype: excerpt(descr) });
  const [, format] = SMALL_FORMATS.find(([inName]) => inName.test(name)) ?? [];
  return format ?? refuse("float8", { name: file });
}

export const isNpy = (start: Uint8Array): boolean =>
  MAGIC.every((byte, place) => start[place] === byte);

/** @param name what the tensor is called */
export async function readNpy(
  source: Source,
  decode: Decode,
  name = source.name.replace(/\.npy$/i, ""),
): Promise<AnyTensor> {
  const { descr, fortranOrder, shape, end } = await headerOf(source);
  const [, order = "", type = ""] = /^['"]([<>|=]?)(\w+)['"]$/.exec(descr) ?? [];
  if (type === "O" || /['"][<>|=]?O\d*['"]/.test(descr)) refuse("objects", { name: source.name });
  const data = partOf(source, end, source.size);
  const bigEndian = order === ">";
  const [, length] = /^U(\d+)$/.exec(type) ?? [];
  if (length !== undefined) return textTensor(name, shape, Number(length), bigEndian, data);
  const dtype = formatOf(type, descr, name, source.name);
  return storedTensor({ name, dtype, shape, bigEndian, fortranOrder, source: data, decode });
}

interface Header {
  /** As Python writes it, with its quotes. */
  readonly descr: string;
  readonly fortranOrder: boolean;
  readonly shape: readonly number[];
  /** Where the header ends and the numbers begin. */
  readonly end: number;
}

async function headerOf(source: Source): Promise<Header> {
  const { name } = source;
  const start = await readChecked(source, 0, 10);
  if (!isNpy(start)) refuse("unknown", { name });
  const [major = 0, minor = 0] = start.subarray(6);
  if (major < 1 || major > 3) refuse("npyVersion", { name, version: `${major}.${minor}` });
  const lengthEnd = major === 1 ? 10 : 12;
  const lengthBytes = await readChecked(source, 8, lengthEnd);
  const length = lengthBytes.reduceRight((sum, byte) => sum * 256 + byte, 0);
  const end = lengthEnd + length;
  demandBytes(source, end);
  if (length > MOST_HEADER_BYTES) refuse("npyHeader", { name, header: `${length} bytes` });
  const text = new TextDecoder().decode(await source.read(lengthEnd, end));
  const { descr, fortran_order: fortranOrder, shape } = fieldsOf(text);
  if (descr === undefined || fortranOrder === undefined || shape === undefined) {
    return refuse("npyHeader", { name, header: excerpt(text) });
  }
  // Python 2 writes long numbers as 3L.
  if (!/^\(\s*(\d+L?(\s*,\s*\d+L?)*\s*,?\s*)?\)$/.test(shape)) {
    return refuse("npyHeader", { name, header: excerpt(text) });
  }
  const extents = (shape.match(/\d+/g) ?? []).map(Number);
  return { descr, fortranOrder: fortranOrder === "True", shape: extents, end };
}

const FIELD =
  /\s*['"](descr|fortran_order|shape)['"]\s*:\s*('[^']*'|"[^"]*"|True|False|\([\d\s,L]*\)|\[.*?\](?=\s*,\s*['"](?:fortran_order|shape)|\s*,?\s*\}))\s*,?/y;

/** The fields of a dict as Python prints it; none where it is another text. */
function fieldsOf(text: string): Readonly<Record<string, string | undefined>> {
  const dict = text.trim();
  if (!dict.startsWith("{")) return {};
  const fields: Record<string, string> = {};
  FIELD.lastIndex = 1;
  let end = 1;
  for (let match = FIELD.exec(dict); match; match = FIELD.exec(dict)) {
    const [, key = "", value = ""] = match;
    fields[key] = value;
    end = FIELD.lastIndex;
  }
  return /^\s*\}$/.test(dict.slice(end)) ? fields : {};
}

/** Texts of one length in UTF-32, filled up with zeros. */
function textTensor(
  name: string,
  shape: readonly number[],
  length: number,
  bigEndian: boolean,
  source: Source,
): TextTensor {
  const count = entriesOf(shape);
  const bytes = count * length * 4;
  demandBytes(source, bytes);
  if (count > MOST_TEXTS) refuse("manyTexts", { name, count, most: MOST_TEXTS });
  return {
    name,
    dtype: "text",
    shape,
    async readTexts() {
      const data = await source.read(0, bytes);
      const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
      return Array.from({ length: count }, (_, text) => {
        let letters = "";
        for (let place = 0; place < length; place += 1) {
          const point = view.getUint32((text * length + place) * 4, !bigEndian);
          letters += point > 0x10ffff ? "\ufffd" : String.fromCodePoint(point);
        }
        return letters.replace(/\0+$/, "");
      });
    },
  };
}
