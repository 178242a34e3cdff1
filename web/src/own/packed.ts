/**
 * Queries, keys and values that stand in one tensor, as a layer with one product for all three makes
 * them: [3×heads×n×d], [n×3×heads×d], [n×3·heads·d], [n×heads×3·d]. Each becomes a tensor of its
 * own, which reads its part.
 */
import { BYTES_OF_NUMBER } from "../engine/number-formats.js";
import { type AnyTensor, entriesOf, isText, type Numbers, type Tensor } from "./tensor.js";
import { isPackedName, roleOfName } from "./tensor-names.js";

const PARTS = ["q", "k", "v"] as const;

/** All tensors, those that are packed in parts: `layers.3.qkv` as `layers.3.qkv.q` and so on. */
export function unpacked(tensors: readonly AnyTensor[]): readonly AnyTensor[] {
  const heads = headsOfWeights(tensors);
  return tensors.flatMap((tensor): readonly AnyTensor[] => {
    if (isText(tensor) || !isPackedName(tensor.name)) return [tensor];
    return partsOf(tensor, heads) ?? [tensor];
  });
}

/** How many heads weights or scores have; 1 where none tell. */
function headsOfWeights(tensors: readonly AnyTensor[]): number {
  const square = tensors.find(({ name }) => ["weights", "scores"].includes(roleOfName(name) ?? ""));
  return square?.shape.at(-3) ?? 1;
}

/** The place of the dimension that counts the three; none where the last one holds them. */
function axisOf(shape: readonly number[]): number | undefined {
  const places = [...shape.keys()].slice(0, -2).filter((place) => shape[place] === PARTS.length);
  // As [3×heads×n×d] or [n×3×heads×d]: other dimensions may be 3 by chance.
  return places.includes(shape.length - 3) && places[0] !== 0 ? shape.length - 3 : places[0];
}

/** Undefined where nothing can be divided by three. */
function partsOf(tensor: Tensor, heads: number): readonly Tensor[] | undefined {
  const { shape } = tensor;
  const axis = axisOf(shape);
  if (axis !== undefined) {
    const left = [...shape.slice(0, axis), ...shape.slice(axis + 1)];
    return PARTS.map((_, part) => partOf(tensor, part, left, entriesOf(shape.slice(axis + 1))));
  }
  const width = (shape.at(-1) ?? 0) / PARTS.length;
  if (shape.length < 2 || !Number.isInteger(width) || width === 0) return undefined;
  const before = shape.slice(0, -1);
  const isApart = before.length > 1 && before.at(-1) === heads;
  const split = heads > 1 && !isApart && width % heads === 0 ? [heads, width / heads] : [width];
  return PARTS.map((_, part) => partOf(tensor, part, [...before, ...split], width));
}

/** @param inner the entries of a part that lie beside each other */
function partOf(tensor: Tensor, part: number, shape: readonly number[], inner: number): Tensor {
  const count = entriesOf(shape);
  /** Where an entry of the part stands in the tensor. */
  const placeOf = (entry: number) =>
    (Math.floor(entry / inner) * PARTS.length + part) * inner + (entry % inner);
  /** Entries of the part, of `size` elements each, from the block that begins with the first. */
  const gathered = <Block extends Numbers | Uint8Array>(
    block: Block,
    start: number,
    end: number,
    size: number,
  ): Block => {
    if (block.length === (end - start) * size) return block;
    const entries = block.slice(0, (end - start) * size) as Block;
    for (let entry = start; entry < end; ) {
      const next = Math.min(end, entry - (entry % inner) + inner);
      const from = (placeOf(entry) - placeOf(start)) * size;
      entries.set(block.subarray(from, from + (next - entry) * size), (entry - start) * size);
      entry = next;
    }
    return entries;
  };
  return {
    name: `${tensor.name}.${PARTS[part]}`,
    dtype: tensor.dtype,
    shape,
    bigEndian: tensor.bigEndian,
    async read(start = 0, end = count) {
      if (start >= end) return tensor.read(0, 0);
      return gathered(await tensor.read(placeOf(start), placeOf(end - 1) + 1), start, end, 1);
    },
    async readBytes(start = 0, end = count) {
      if (start >= end) return tensor.readBytes(0, 0);
      const block = await tensor.readBytes(placeOf(start), placeOf(end - 1) + 1);
      return gathered(block, start, end, BYTES_OF_NUMBER[tensor.dtype]);
    },
  };
}
