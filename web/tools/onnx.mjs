// @ts-check
/**
 * Reads an ONNX file as far as the trained model's needs it. Numbers of fields are those of
 * onnx.proto, https://github.com/onnx/onnx/blob/main/onnx/onnx.proto.
 */
import { PbfReader } from "pbf";

/**
 * @typedef {object} Tensor
 * @property {string} name
 * @property {number[]} dims
 * @property {number} type 1: float32, 3: int8
 * @property {Uint8Array} raw its entries, little-endian
 * @property {number[]} floats its entries where they do not stand in `raw`
 *
 * @typedef {object} Node
 * @property {string} name
 * @property {string} op
 * @property {string[]} input
 * @property {string[]} output
 * @property {Uint8Array} bytes the whole message
 *
 * @typedef {object} Field one that is not read
 * @property {number} tag
 * @property {number | Uint8Array} value
 *
 * @typedef {object} Onnx
 * @property {Map<string, Node>} nodes by their names, in the order in which they run
 * @property {Map<string, Tensor>} tensors
 * @property {Field[]} graphFields the graph's inputs and outputs among them
 * @property {Field[]} modelFields
 */

/** @param {PbfReader} pbf @returns {Field["value"]} */
const value = (pbf) => (pbf.type === 0 ? pbf.readVarint() : pbf.readBytes());

/**
 * @template T
 * @param {PbfReader} pbf at the start of a message
 * @param {T} result
 * @param {(tag: number, result: T, pbf: PbfReader) => void} read
 */
const message = (pbf, result, read) => pbf.readFields(read, result, pbf.readVarint() + pbf.pos);

/** @param {PbfReader} pbf @returns {Tensor} */
function tensor(pbf) {
  /** @type {Tensor} */
  const result = { name: "", dims: [], type: 0, raw: new Uint8Array(), floats: [] };
  return message(pbf, result, (tag, tensor) => {
    if (tag === 1 && pbf.type === 2) pbf.readPackedVarint(tensor.dims);
    else if (tag === 1) tensor.dims.push(pbf.readVarint());
    else if (tag === 2) tensor.type = pbf.readVarint();
    else if (tag === 4) pbf.readPackedFloat(tensor.floats);
    else if (tag === 8) tensor.name = pbf.readString();
    else if (tag === 9) tensor.raw = pbf.readBytes();
  });
}

/** @param {Uint8Array} bytes @returns {Node} */
function node(bytes) {
  /** @type {Node} */
  const result = { name: "", op: "", input: [], output: [], bytes };
  return new PbfReader(bytes).readFields((tag, node, pbf) => {
    if (tag === 1) node.input.push(pbf.readString());
    else if (tag === 2) node.output.push(pbf.readString());
    else if (tag === 3) node.name = pbf.readString();
    else if (tag === 4) node.op = pbf.readString();
  }, result);
}

/** @param {Uint8Array} bytes @returns {Onnx} */
export function readOnnx(bytes) {
  /** @type {Onnx} */
  const onnx = { nodes: new Map(), tensors: new Map(), graphFields: [], modelFields: [] };
  return new PbfReader(bytes).readFields((tag, onnx, pbf) => {
    if (tag !== 7) return void onnx.modelFields.push({ tag, value: value(pbf) });
    message(pbf, onnx, (tag) => {
      if (tag === 1) {
        const read = node(pbf.readBytes());
        onnx.nodes.set(read.name, read);
      } else if (tag === 5) {
        const read = tensor(pbf);
        onnx.tensors.set(read.name, read);
      } else onnx.graphFields.push({ tag, value: value(pbf) });
    });
  }, onnx);
}

/**
 * The weights [in×out] of one of the graph's products and the number that each of them is
 * multiplied by.
 * @param {Onnx} onnx
 * @param {string} name of the product, a MatMulInteger
 */
export function int8Weights({ nodes, tensors }, name) {
  const [, weights = "", , zeroPoint = ""] = nodes.get(name)?.input ?? [];
  const matrix = tensors.get(weights);
  const scale = tensors.get(weights.replace(/_quantized$/, "_scale"));
  if (matrix === undefined || scale === undefined) throw new Error(`${name} has no weights.`);
  if (tensors.get(zeroPoint)?.raw.some((byte) => byte !== 0)) {
    throw new Error(`${name} has a zero point other than 0.`);
  }
  const [rows = 0, cols = 0] = matrix.dims;
  return {
    rows,
    cols,
    scale: float32(scale)[0] ?? Number.NaN,
    data: new Int8Array(matrix.raw.buffer, matrix.raw.byteOffset, rows * cols),
  };
}

/** @param {Tensor} tensor */
export const float32 = ({ raw, floats }) =>
  raw.length > 0 ? new Float32Array(Uint8Array.from(raw).buffer) : Float32Array.from(floats);
