/** Opens a file by what it begins with; its name decides only where that tells nothing. */
import { isJson, readJson } from "./json.js";
import { isNpy, readNpy } from "./npy.js";
import { readNpz } from "./npz.js";
import { readPasted } from "./pasted.js";
import { refuse, sizeText } from "./reading-error.js";
import { isSafetensors, readSafetensors } from "./safetensors.js";
import type { Source } from "./source.js";
import type { AnyTensor, Decode } from "./tensor.js";
import { isZip } from "./zip.js";

export interface OpenedFile {
  readonly name: string;
  readonly tensors: readonly AnyTensor[];
  /** What a file of safetensors says of itself. */
  readonly metadata: Readonly<Record<string, string>>;
}

const START_BYTES = 512;
/** A file of numbers as text is read whole. */
const MOST_TEXT_BYTES = 2 ** 25;

/** @throws ReadingError where it cannot be read */
export async function openFile(source: Source, decode: Decode): Promise<OpenedFile> {
  const { name } = source;
  const start = await source.read(0, Math.min(source.size, START_BYTES));
  if (isNpy(start)) return opened(name, [await readNpy(source, decode)]);
  if (isZip(start)) return opened(name, await readNpz(source, decode));
  refuseForeign(name, start);
  if (isSafetensors(start) || /\.safetensors$/i.test(name)) {
    const { tensors, metadata } = await readSafetensors(source, decode);
    return opened(name, tensors, metadata);
  }
  if (isJson(start)) return opened(name, await readJson(source));
  if (/\.(csv|tsv|txt)$/i.test(name)) return opened(name, await readTextFile(source));
  // Pickles of the oldest protocol are plain text.
  if (/\.(pt|pth|ckpt)$/i.test(name)) return refuse("torch", { name });
  if (/\.(pkl|pickle|joblib)$/i.test(name)) return refuse("pickle", { name });
  return refuse("unknown", { name });
}

const opened = (
  name: string,
  tensors: readonly AnyTensor[],
  metadata: OpenedFile["metadata"] = {},
): OpenedFile => ({ name, tensors, metadata });

async function readTextFile(source: Source): Promise<readonly AnyTensor[]> {
  const { name, size } = source;
  if (size > MOST_TEXT_BYTES) {
    refuse("tooLarge", { name, size: sizeText(size), most: sizeText(MOST_TEXT_BYTES) });
  }
  const text = new TextDecoder().decode(await source.read(0, size));
  return readPasted(text, name.replace(/\.\w+$/, ""));
}

/** The number that torch.save wrote first, until its files were zip archives: 0x1950a86a20f9469cfc6c. */
const OLD_TORCH = [0x80, 0x02, 0x8a, 0x0a, 0x6c, 0xfc, 0x9c, 0x46, 0xf9, 0x20];

/** What files of other formats begin with. */
const FOREIGN: readonly (readonly [format: string, magic: string])[] = [
  ["HDF5", "\x89HDF"],
  ["GGUF", "GGUF"],
  ["Parquet", "PAR1"],
  ["Arrow", "ARROW1"],
  ["MATLAB", "MATLAB 5.0"],
  ["R", "RDX"],
  ["gzip", "\x1f\x8b"],
  ["xz", "\xfd7zXZ"],
  ["zstd", "\x28\xb5\x2f\xfd"],
  ["7z", "7z\xbc\xaf"],
];

function refuseForeign(name: string, start: Uint8Array): void {
  if (OLD_TORCH.every((byte, place) => start[place] === byte)) refuse("torch", { name });
  const [first = 0, protocol = 0] = start;
  if (first === 0x80 && protocol >= 2 && protocol <= 5) refuse("pickle", { name });
  const text = String.fromCharCode(...start.subarray(0, 16));
  const foreign = FOREIGN.find(([, magic]) => text.startsWith(magic));
  if (foreign) refuse("foreign", { name, format: foreign[0] });
}
