// @ts-check
/**
 * Attention as an ONNX file, byte by byte: the format is a protocol buffer, and this model needs a few of its fields.
 * Numbers of fields and of types are those of onnx.proto, https://github.com/onnx/onnx/blob/main/onnx/onnx.proto.
 */

/** @typedef {"float32" | "float64"} Precision */
/** @typedef {number[]} Bytes */

/** @param {number} value @returns {Bytes} seven bits a byte, the lowest first */
export function varint(value) {
  const bytes = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) + 128);
  }
}

/** @param {number} number @param {number} value @returns {Bytes} */
export const integer = (number, value) => [...varint(number * 8), ...varint(value)];
/** @param {number} number @param {Iterable<number>} content @returns {Bytes} */
export function bytes(number, content) {
  const all = [...content];
  return [...varint(number * 8 + 2), ...varint(all.length), ...all];
}
/** @param {number} number @param {string} value @returns {Bytes} */
export const text = (number, value) => bytes(number, new TextEncoder().encode(value));

export const ELEMENT = { float32: 1, float64: 11 };
const ATTRIBUTE_INTEGER = 2;
export const ATTRIBUTE_INTEGERS = 7;

/** @param {string} name @param {string} type @param {string[]} from @param {Bytes[]} [attributes] */
export function node(name, type, from, attributes = []) {
  return bytes(1, [
    ...from.flatMap((input) => text(1, input)),
    ...text(2, name),
    ...text(3, name),
    ...text(4, type),
    ...attributes.flatMap((attribute) => bytes(5, attribute)),
  ]);
}

/** @param {string} name @param {Precision} precision @param {string[]} dims @returns {Bytes} */
export function valueInfo(name, precision, dims) {
  const shape = dims.flatMap((dim) => bytes(1, text(2, dim)));
  const tensor = [...integer(1, ELEMENT[precision]), ...bytes(2, shape)];
  return [...text(1, name), ...bytes(2, bytes(1, tensor))];
}

/** @param {number} value @param {Precision} precision */
export function littleEndian(value, precision) {
  const view = new DataView(new ArrayBuffer(precision === "float32" ? 4 : 8));
  if (precision === "float32") view.setFloat32(0, value, true);
  else view.setFloat64(0, value, true);
  return new Uint8Array(view.buffer);
}

/**
 * output = softmax(queries·keysᵀ · 1/√d)·values, for any number of rows. The scale is a constant of the model, since only
 * then onnxruntime fuses transposition and scale into the product; so there is a model for each d.
 * @param {Precision} precision
 * @param {number} dim
 * @returns {Uint8Array}
 */
export function attentionModel(precision, dim) {
  const axis = [...text(1, "axis"), ...integer(3, 1), ...integer(20, ATTRIBUTE_INTEGER)];
  const perm = [
    ...text(1, "perm"),
    ...integer(8, 1),
    ...integer(8, 0),
    ...integer(20, ATTRIBUTE_INTEGERS),
  ];
  const scale = [
    ...integer(2, ELEMENT[precision]),
    ...text(8, "scale"),
    ...bytes(9, littleEndian(1 / Math.sqrt(dim), precision)),
  ];
  const graph = [
    ...node("transposed", "Transpose", ["keys"], [perm]),
    ...node("scores", "MatMul", ["queries", "transposed"]),
    ...node("logits", "Mul", ["scores", "scale"]),
    ...node("weights", "Softmax", ["logits"], [axis]),
    ...node("output", "MatMul", ["weights", "values"]),
    ...text(2, "attention"),
    ...bytes(5, scale),
    ...bytes(11, valueInfo("queries", precision, ["n", "d"])),
    ...bytes(11, valueInfo("keys", precision, ["m", "d"])),
    ...bytes(11, valueInfo("values", precision, ["m", "v"])),
    ...bytes(12, valueInfo("output", precision, ["n", "v"])),
  ];
  const irVersion = 8;
  const operatorSet = 13;
  return new Uint8Array([
    ...integer(1, irVersion),
    ...bytes(7, graph),
    ...bytes(8, [...text(1, ""), ...integer(2, operatorSet)]),
  ]);
}
