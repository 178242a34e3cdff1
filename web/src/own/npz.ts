/** NumPy's .npz: a zip archive of .npy files. Other entries of the archive are left out. */
import { readNpy } from "./npy.js";
import { refuse } from "./reading-error.js";
import type { Source } from "./source.js";
import type { AnyTensor, Decode } from "./tensor.js";
import { type ZipEntry, zipEntries } from "./zip.js";

/** The most arrays of a file. */
export const MOST_TENSORS = 4096;

const ARRAY_NAME = /\.npy$/i;
/** What torch.save and Keras write into their archives. */
const TORCH_ENTRY = /(^|\/)data\.pkl$/;

export async function readNpz(source: Source, decode: Decode): Promise<readonly AnyTensor[]> {
  const { name } = source;
  const entries = await zipEntries(source);
  if (entries.some((entry) => TORCH_ENTRY.test(entry.name))) refuse("torch", { name });
  const arrays = entries.filter((entry) => ARRAY_NAME.test(entry.name));
  if (arrays.length === 0) refuse("noTensors", { name });
  if (arrays.length > MOST_TENSORS) {
    refuse("manyTensors", { name, count: arrays.length, most: MOST_TENSORS });
  }
  const tensors: AnyTensor[] = [];
  for (const entry of arrays) tensors.push(await entryTensor(entry, decode));
  return tensors;
}

const entryTensor = async (entry: ZipEntry, decode: Decode) =>
  readNpy(await entry.open(), decode, entry.name.replace(ARRAY_NAME, ""));
