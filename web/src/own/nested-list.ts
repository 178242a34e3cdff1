/** Lists of lists as tensors: of JSON, and of what NumPy and PyTorch print. */
import { excerpt, refuse } from "./reading-error.js";
import { type AnyTensor, memoryTensor } from "./tensor.js";

/** How deep lists lie in each other: layers, batch, heads, rows, columns. */
export const MOST_DEPTH = 5;

export type NestedList = readonly unknown[];

/** What the entries of a list are: each undefined where an entry is none. */
export interface EntryReader {
  numberOf(entry: unknown): number | undefined;
  textOf(entry: unknown): string | undefined;
}

/**
 * A tensor of numbers, or of texts where the first entry is one.
 * @throws ReadingError where lists beside each other have different lengths, or an entry is no
 *   number
 */
export function listTensor(
  name: string,
  list: NestedList,
  { numberOf, textOf }: EntryReader,
): AnyTensor {
  const shape = shapeOf(name, list);
  const count = shape.reduce((product, extent) => product * extent, 1);
  const first = firstEntry(list);
  if (textOf(first) !== undefined) {
    const texts = entriesIn(name, list, shape, [], new Array<string>(count), textOf);
    return { name, dtype: "text", shape, readTexts: async () => texts };
  }
  const numbers = entriesIn(name, list, shape, [], new Float64Array(count), numberOf);
  return memoryTensor(name, shape, numbers);
}

/** The lengths of the first lists on each level. */
function shapeOf(name: string, list: NestedList): readonly number[] {
  const shape: number[] = [];
  let inner: unknown = list;
  while (Array.isArray(inner)) {
    if (shape.length === MOST_DEPTH) refuse("deep", { name: excerpt(name), most: MOST_DEPTH });
    shape.push(inner.length);
    inner = inner[0];
  }
  return shape;
}

function firstEntry(list: NestedList): unknown {
  let inner: unknown = list;
  while (Array.isArray(inner)) inner = inner[0];
  return inner;
}

/** Fills `into`, whose next place is as far as the indices say. */
function entriesIn<Entry, Into extends { [place: number]: Entry }>(
  name: string,
  list: NestedList,
  shape: readonly number[],
  indices: readonly number[],
  into: Into,
  entryOf: (entry: unknown) => Entry | undefined,
): Into {
  const axis = indices.length;
  const extent = shape[axis] ?? 0;
  const here = () => indices.join(", ");
  if (list.length !== extent) {
    refuse("ragged", { name: excerpt(name), index: here(), count: list.length, first: extent });
  }
  const isLast = axis === shape.length - 1;
  const before = indices.reduce((at, index, level) => at * (shape[level] ?? 1) + index, 0);
  for (let index = 0; index < extent; index += 1) {
    const entry = list[index];
    if (Array.isArray(entry) === isLast) {
      refuse("nesting", { name: excerpt(name), index: [...indices, index].join(", ") });
    }
    if (!isLast) {
      entriesIn(name, entry as NestedList, shape, [...indices, index], into, entryOf);
      continue;
    }
    const value = entryOf(entry);
    if (value === undefined) {
      const place = [...indices, index].join(", ");
      const shown = excerpt(typeof entry === "string" ? entry : JSON.stringify(entry));
      return refuse("entry", { name: excerpt(name), index: place, entry: shown });
    }
    into[before * extent + index] = value;
  }
  return into;
}
