// @ts-check
/** The encoder of encoder-problem.mjs as an ONNX file, its parameters inside: see onnx-model.mjs for the format. */
import { encoderProblem, HEADS } from "../encoder-problem.mjs";
import {
  ATTRIBUTE_INTEGERS,
  bytes,
  ELEMENT,
  integer,
  littleEndian,
  node,
  text,
  valueInfo,
  varint,
} from "./onnx-model.mjs";

/** @typedef {ArrayLike<number>} Chunk */

/** A field of bytes whose content is long: in chunks, which are not copied. @param {number} number @param {Chunk[]} content */
function long(number, content) {
  const length = content.reduce((sum, chunk) => sum + chunk.length, 0);
  return [[...varint(number * 8 + 2), ...varint(length)], ...content];
}

const INT64 = 7;

/** @param {string} name @param {number} type @param {number[]} dims @param {Chunk} data */
function initializer(name, type, dims, data) {
  const head = [...dims.flatMap((dim) => integer(1, dim)), ...integer(2, type), ...text(8, name)];
  return long(5, [head, ...long(9, [data])]);
}

/** @param {readonly number[]} axes */
const perm = (axes) => [
  ...text(1, "perm"),
  ...axes.flatMap((axis) => integer(8, axis)),
  ...integer(20, ATTRIBUTE_INTEGERS),
];

/** @param {string} name @param {number[]} dims a shape for Reshape; 0 leaves a dimension as it is */
function shapeOf(name, dims) {
  const data = new Uint8Array(BigInt64Array.from(dims, BigInt).buffer);
  return initializer(name, INT64, [dims.length], data);
}

/** The nodes of layer `i`. @param {number} i @param {string} x @param {string} output */
function layerNodes(i, x, output) {
  const own = (/** @type {string} */ name) => `${name}_${i}`;
  /** @param {string} from @param {string} weight @param {string} bias @param {string} to */
  const gemm = (from, weight, bias, to) => node(to, "Gemm", [from, own(weight), own(bias)]);
  const heads = (/** @type {string} */ name, /** @type {number[]} */ axes) => [
    ...gemm(x, `w${name}`, `b${name}`, own(`${name}s`)),
    ...node(own(`${name}h`), "Reshape", [own(`${name}s`), "apart"]),
    ...node(own(`${name}t`), "Transpose", [own(`${name}h`)], [perm(axes)]),
  ];
  const norm = (/** @type {number} */ k, /** @type {string} */ from, /** @type {string} */ to) =>
    node(to, "LayerNormalization", [from, own(`gamma${k}`), own(`beta${k}`)]);
  return [
    ...heads("q", [1, 0, 2]),
    ...heads("k", [1, 2, 0]),
    ...heads("v", [1, 0, 2]),
    ...node(own("scores"), "MatMul", [own("qt"), own("kt")]),
    ...node(own("logits"), "Mul", [own("scores"), "scale"]),
    ...node(own("weights"), "Softmax", [own("logits")]),
    ...node(own("zt"), "MatMul", [own("weights"), own("vt")]),
    ...node(own("zh"), "Transpose", [own("zt")], [perm([1, 0, 2])]),
    ...node(own("z"), "Reshape", [own("zh"), "together"]),
    ...gemm(own("z"), "wo", "bo", own("attended")),
    ...node(own("added1"), "Add", [x, own("attended")]),
    ...norm(1, own("added1"), own("y")),
    ...gemm(own("y"), "w1", "b1", own("inner")),
    ...node(own("hidden"), "Relu", [own("inner")]),
    ...gemm(own("hidden"), "w2", "b2", own("forward")),
    ...node(own("added2"), "Add", [own("y"), own("forward")]),
    ...norm(2, own("added2"), output),
  ];
}

/** output [n×d] of x [n×d]. @param {import("../problem.mjs").Problem} problem @returns {Uint8Array} */
export function encoderModel(problem) {
  const { precision, d } = problem;
  const { layers } = encoderProblem(problem);
  const type = ELEMENT[precision];
  const parameters = layers.flatMap((layer, i) =>
    layer.flatMap(({ name, rows, cols, data: { buffer, byteOffset, byteLength } }) =>
      initializer(
        `${name}_${i}`,
        type,
        rows > 1 ? [rows, cols] : [cols],
        new Uint8Array(buffer, byteOffset, byteLength),
      ),
    ),
  );
  const nodes = layers.flatMap((_, i) => {
    const x = i === 0 ? "x" : `output_${i - 1}`;
    return layerNodes(i, x, i === layers.length - 1 ? "output" : `output_${i}`);
  });
  const graph = [
    nodes,
    text(2, "encoder"),
    ...parameters,
    ...initializer("scale", type, [], littleEndian(1 / Math.sqrt(d / HEADS), precision)),
    ...shapeOf("apart", [0, HEADS, d / HEADS]),
    ...shapeOf("together", [0, d]),
    bytes(11, valueInfo("x", precision, ["n", "d"])),
    bytes(12, valueInfo("output", precision, ["n", "d"])),
  ];
  const irVersion = 8;
  const operatorSet = 17;
  const chunks = [
    integer(1, irVersion),
    ...long(7, graph),
    bytes(8, [...text(1, ""), ...integer(2, operatorSet)]),
  ];
  const file = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let end = 0;
  for (const chunk of chunks) {
    file.set(chunk, end);
    end += chunk.length;
  }
  return file;
}
