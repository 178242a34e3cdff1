// @ts-check
/**
 * The trained model's graph with its products in single precision: each MatMulInteger, with the
 * rounding of its input around it, becomes a MatMul with the same weights. The package's own graph
 * rounds what enters each product to 8 bits, after which the model no longer speaks.
 */
import { PbfWriter } from "pbf";
import { int8Weights, readOnnx } from "../../../web/tools/onnx.mjs";

const FLOAT32 = 1;

/**
 * @param {Uint8Array} bytes of the package's model_quantized.onnx
 * @param {{ exponent?: number, weights?: boolean }} [options] scores are divided by d_k^exponent;
 *   whether the attention weights of each layer [1×heads×n×n] are outputs,
 *   `/model/layers.{i}/self_attn/Softmax_output_0`
 * @returns {Uint8Array} an ONNX file
 */
export function floatModel(bytes, { exponent = 0.5, weights = false } = {}) {
  const onnx = readOnnx(bytes);
  const all = [...onnx.nodes.values()];
  /** @param {string} output */
  const users = (output) => all.filter(({ input }) => input.includes(output));

  /** @type {Map<string, { name: string, op: string, input: string[], output: string[] }>} */
  const replaced = new Map();
  /** @type {Set<string>} */
  const dropped = new Set();
  /** @type {{ name: string, dims: number[], data: Float32Array }[]} */
  const tensors = [];
  for (const { name, op, input, output } of all) {
    if (op !== "MatMulInteger") continue;
    const [rounded = "", stored = ""] = input;
    const rounding = all.find((node) => node.output.includes(rounded));
    const [cast] = users(output[0] ?? "");
    const [last] = users(cast?.output[0] ?? "");
    if (!rounding || !cast || !last) throw new Error(`${name} stands in another graph.`);
    for (const node of [rounding, cast, last]) dropped.add(node.name);
    dropped.add(`${name}_scales_mul`);

    const { rows, cols, scale, data } = int8Weights(onnx, name);
    const floats = Float32Array.from(data, (weight) => weight * scale);
    tensors.push({ name: stored, dims: [rows, cols], data: floats });
    const product = { input: [rounding.input[0] ?? "", stored], output: last.output };
    replaced.set(name, { name, op: "MatMul", ...product });
    if (name.startsWith("/lm_head/")) {
      tensors.push({ name: "embedding", dims: [cols, rows], data: transposed(floats, cols) });
    }
  }
  // The embedding is stored once more in 8 bits of its own, which the output matrix need not share.
  const [looked, ...rest] = all.filter(({ name }) => name.includes("/embed_tokens/"));
  const found = rest.at(-1) ?? looked;
  if (!looked || !found) throw new Error("The graph has no embedding.");
  for (const { name } of rest) dropped.add(name);
  const gather = { input: ["embedding", "input_ids"], output: found.output };
  replaced.set(looked.name, { name: looked.name, op: "Gather", ...gather });
  // √ of what the scores are multiplied by, once for the queries and once for the keys.
  tensors.push({ name: "root", dims: [], data: Float32Array.of(64 ** (-exponent / 2)) });
  for (const node of all) {
    if (/self_attn\/Mul_[89]$/.test(node.name)) {
      replaced.set(node.name, { ...node, input: [node.input[0] ?? "", "root"] });
    }
  }

  const pbf = new PbfWriter();
  for (const field of onnx.modelFields) writeField(pbf, field);
  pbf.writeMessage(
    7,
    (_, pbf) => {
      for (const node of all) {
        const other = replaced.get(node.name);
        if (other !== undefined) pbf.writeMessage(1, writeNode, other);
        else if (!dropped.has(node.name)) pbf.writeBytesField(1, node.bytes);
      }
      for (const tensor of tensors) pbf.writeMessage(5, writeTensor, { type: FLOAT32, ...tensor });
      for (const tensor of onnx.tensors.values()) {
        if (!/_(quantized|scale|zero_point)$/.test(tensor.name)) {
          pbf.writeMessage(5, writeTensor, { ...tensor, data: tensor.raw });
        }
      }
      for (const field of onnx.graphFields) writeField(pbf, field);
      if (weights) {
        for (const { output } of all.filter(({ op }) => op === "Softmax")) {
          pbf.writeMessage(12, writeOutput, output[0] ?? "");
        }
      }
    },
    undefined,
  );
  return pbf.finish();
}

/** @param {Float32Array} data [rows×cols] @param {number} cols */
function transposed(data, cols) {
  const rows = data.length / cols;
  return data.map((_, i) => data[(i % rows) * cols + Math.floor(i / rows)] ?? 0);
}

/** @param {PbfWriter} pbf @param {import("../../../web/tools/onnx.mjs").Field} field */
function writeField(pbf, { tag, value }) {
  if (typeof value === "number") pbf.writeVarintField(tag, value);
  else pbf.writeBytesField(tag, value);
}

/**
 * @param {{ name: string, op: string, input: string[], output: string[] }} node
 * @param {PbfWriter} pbf
 */
function writeNode({ name, op, input, output }, pbf) {
  for (const one of input) pbf.writeStringField(1, one);
  for (const one of output) pbf.writeStringField(2, one);
  pbf.writeStringField(3, name);
  pbf.writeStringField(4, op);
}

/**
 * @param {{ name: string, type: number, dims: number[], data: Float32Array | Uint8Array }} tensor
 * @param {PbfWriter} pbf
 */
function writeTensor({ name, type, dims, data }, pbf) {
  for (const size of dims) pbf.writeVarintField(1, size);
  pbf.writeVarintField(2, type);
  pbf.writeStringField(8, name);
  pbf.writeBytesField(9, new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
}

/** A tensor of single precision. @param {string} name @param {PbfWriter} pbf */
function writeOutput(name, pbf) {
  pbf.writeStringField(1, name);
  pbf.writeMessage(
    2,
    (_, type) => type.writeMessage(1, (_, own) => own.writeVarintField(1, FLOAT32), undefined),
    undefined,
  );
}
