// @ts-check
/**
 * Attention and the encoder of encoder-problem.mjs as ONNX files, byte by byte: the format is a
 * protocol buffer, and these models need a few of its fields. Numbers of fields and of types are
 * those of onnx.proto, https://github.com/onnx/onnx/blob/main/onnx/onnx.proto.
 */
import { joinedBytes } from "../../joined-bytes.mjs";
import { encoderProblem, HEADS } from "../encoder-problem.mjs";

/** @typedef {import("../problem.mjs").Precision} Precision */

/** Seven bits a byte, the lowest first. @param {number} value */
function varint(value) {
  const bytes = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Uint8Array.from([...bytes, rest]);
    bytes.push((rest % 128) + 128);
  }
}

/** @param {number} number @param {number} value */
const integer = (number, value) => joinedBytes([varint(number * 8), varint(value)]);
/** @param {number} number @param {Uint8Array[]} parts */
function message(number, ...parts) {
  const content = joinedBytes(parts);
  return joinedBytes([varint(number * 8 + 2), varint(content.length), content]);
}
/** @param {number} number @param {string} value */
const text = (number, value) => message(number, new TextEncoder().encode(value));

const ELEMENT = { float32: 1, float64: 11 };
const INT64 = 7;

/**
 * @param {string} name
 * @param {string} type
 * @param {string[]} from
 * @param {Uint8Array[]} [attributes]
 */
function node(name, type, from, attributes = []) {
  return message(
    1,
    ...from.map((input) => text(1, input)),
    text(2, name),
    text(3, name),
    text(4, type),
    ...attributes,
  );
}

/** @param {readonly number[]} axes */
const perm = (axes) =>
  message(5, text(1, "perm"), ...axes.map((axis) => integer(8, axis)), integer(20, INT64));

/**
 * @param {number} field 11: an input, 12: an output
 * @param {string} name
 * @param {Precision} precision
 * @param {string[]} dims
 */
function value(field, name, precision, dims) {
  const shape = message(2, ...dims.map((dim) => message(1, text(2, dim))));
  const tensor = message(1, integer(1, ELEMENT[precision]), shape);
  return message(field, text(1, name), message(2, tensor));
}

/**
 * @param {string} name
 * @param {number} type
 * @param {number[]} dims
 * @param {ArrayBufferView} data
 */
function initializer(name, type, dims, { buffer, byteOffset, byteLength }) {
  const sizes = dims.map((dim) => integer(1, dim));
  const raw = message(9, new Uint8Array(buffer, byteOffset, byteLength));
  return message(5, ...sizes, integer(2, type), text(8, name), raw);
}

/**
 * 1/√d as a constant: only then onnxruntime fuses transposition and scale into the product.
 * @param {Precision} precision
 * @param {number} d
 */
function scaleOf(precision, d) {
  const Type = precision === "float32" ? Float32Array : Float64Array;
  return initializer("scale", ELEMENT[precision], [], Type.of(1 / Math.sqrt(d)));
}

/**
 * @param {number} operatorSet
 * @param {string} name
 * @param {Uint8Array[]} nodes
 * @param {Uint8Array[]} others
 */
function model(operatorSet, name, nodes, others) {
  const irVersion = 8;
  return joinedBytes([
    integer(1, irVersion),
    message(7, ...nodes, text(2, name), ...others),
    message(8, text(1, ""), integer(2, operatorSet)),
  ]);
}

/**
 * output = softmax(queries·keysᵀ · 1/√d)·values, for any number of rows.
 * @param {Precision} precision
 * @param {number} d
 */
export function attentionModel(precision, d) {
  const integerKind = 2;
  const axis = message(5, text(1, "axis"), integer(3, 1), integer(20, integerKind));
  const nodes = [
    node("transposed", "Transpose", ["keys"], [perm([1, 0])]),
    node("scores", "MatMul", ["queries", "transposed"]),
    node("logits", "Mul", ["scores", "scale"]),
    node("weights", "Softmax", ["logits"], [axis]),
    node("output", "MatMul", ["weights", "values"]),
  ];
  return model(13, "attention", nodes, [
    scaleOf(precision, d),
    value(11, "queries", precision, ["n", "d"]),
    value(11, "keys", precision, ["m", "d"]),
    value(11, "values", precision, ["m", "v"]),
    value(12, "output", precision, ["n", "v"]),
  ]);
}

/** The nodes of layer `i`. @param {number} i @param {string} x @param {string} output */
function layerNodes(i, x, output) {
  const own = (/** @type {string} */ name) => `${name}_${i}`;
  /** @param {string} from @param {string} weight @param {string} bias @param {string} to */
  const gemm = (from, weight, bias, to) => node(to, "Gemm", [from, own(weight), own(bias)]);
  const heads = (/** @type {string} */ name, /** @type {number[]} */ axes) => [
    gemm(x, `w${name}`, `b${name}`, own(`${name}s`)),
    node(own(`${name}h`), "Reshape", [own(`${name}s`), "apart"]),
    node(own(`${name}t`), "Transpose", [own(`${name}h`)], [perm(axes)]),
  ];
  const norm = (/** @type {number} */ k, /** @type {string} */ from, /** @type {string} */ to) =>
    node(to, "LayerNormalization", [from, own(`gamma${k}`), own(`beta${k}`)]);
  return [
    ...heads("q", [1, 0, 2]),
    ...heads("k", [1, 2, 0]),
    ...heads("v", [1, 0, 2]),
    node(own("scores"), "MatMul", [own("qt"), own("kt")]),
    node(own("logits"), "Mul", [own("scores"), "scale"]),
    node(own("weights"), "Softmax", [own("logits")]),
    node(own("zt"), "MatMul", [own("weights"), own("vt")]),
    node(own("zh"), "Transpose", [own("zt")], [perm([1, 0, 2])]),
    node(own("z"), "Reshape", [own("zh"), "together"]),
    gemm(own("z"), "wo", "bo", own("attended")),
    node(own("added1"), "Add", [x, own("attended")]),
    norm(1, own("added1"), own("y")),
    gemm(own("y"), "w1", "b1", own("inner")),
    node(own("hidden"), "Relu", [own("inner")]),
    gemm(own("hidden"), "w2", "b2", own("forward")),
    node(own("added2"), "Add", [own("y"), own("forward")]),
    norm(2, own("added2"), output),
  ];
}

/**
 * output [n×d] of x [n×d], the parameters inside.
 * @param {import("../problem.mjs").Problem} problem
 */
export function encoderModel(problem) {
  const { precision, d } = problem;
  const { layers } = encoderProblem(problem);
  const last = layers.length - 1;
  const nodes = layers.flatMap((_, i) =>
    layerNodes(i, i === 0 ? "x" : `output_${i - 1}`, i === last ? "output" : `output_${i}`),
  );
  const parameters = layers.flatMap((layer, i) =>
    layer.map(({ name, rows, cols, data }) =>
      initializer(`${name}_${i}`, ELEMENT[precision], rows > 1 ? [rows, cols] : [cols], data),
    ),
  );
  /**
   * The shape for Reshape; 0 leaves a dimension as it is.
   * @param {string} name
   * @param {number[]} dims
   */
  const shape = (name, dims) =>
    initializer(name, INT64, [dims.length], BigInt64Array.from(dims, BigInt));
  return model(17, "encoder", nodes, [
    ...parameters,
    scaleOf(precision, d / HEADS),
    shape("apart", [0, HEADS, d / HEADS]),
    shape("together", [0, d]),
    value(11, "x", precision, ["n", "d"]),
    value(12, "output", precision, ["n", "d"]),
  ]);
}
