/**
 * What libraries were seen to do with ten rows of input: `npm run test:libraries -- --write` writes
 * libraries.json.
 */
import data from "./libraries.json";

/** The columns, those that are asked about most first. */
export const COLUMNS = [
  "masked-row",
  "causal",
  "cap-order",
  "factor",
  "applied",
  "cached",
  "true",
  "half",
  "sum",
  "groups",
  "gradient",
] as const;
export type Column = (typeof COLUMNS)[number];

/** The libraries, in the order of the table. */
export const LIBRARIES = [
  "ours",
  "pytorch",
  "pytorch-module",
  "onnxruntime",
  "onnxruntime-double",
  "onnxruntime-mha",
  "onnxruntime-gqa",
  "jax",
  "tensorflow",
  "llama",
  "llama-flash",
  "mlpack",
] as const;
export type Library = (typeof LIBRARIES)[number];

/** The names that are the same in every language. */
export const NAMES = {
  pytorch: "PyTorch",
  "pytorch-module": "PyTorch, MultiheadAttention",
  onnxruntime: "ONNX Runtime, Attention",
  "onnxruntime-mha": "ONNX Runtime, MultiHeadAttention",
  "onnxruntime-gqa": "ONNX Runtime, GroupQueryAttention",
  jax: "jax-js",
  tensorflow: "TensorFlow.js",
  llama: "llama.cpp, soft_max_ext",
  "llama-flash": "llama.cpp, flash_attn_ext",
  mlpack: "mlpack",
} as const;

/** A release of a library. A cell that is missing: the library has no such thing of its own. */
export interface Release {
  readonly library: Library;
  readonly version: string;
  readonly cells: Readonly<Partial<Record<Column, string | number>>>;
}

export const RELEASES = data.rows as unknown as readonly Release[];

/** The day of the run, as 2026-11-29. */
export const DATE = data.date;

/** The newest release of its library stands first, and is called by the library's name alone. */
const isNewest = (release: Release): boolean =>
  RELEASES.find(({ library }) => library === release.library) === release;

/** The key `library` of a row. */
export const nameOf = (release: Release): string =>
  isNewest(release) ? release.library : `${release.library}-${release.version}`;

/** The row of the key `library`; undefined where there is none. */
export const releaseNamed = (name: string): Release | undefined =>
  RELEASES.find((release) =>
    [release.library, `${release.library}-${release.version}`].includes(name.trim().toLowerCase()),
  );
