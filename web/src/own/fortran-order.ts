/** Arrays whose first index is the fastest, read as if their last one were. */
import { bufferSource, type Source } from "./source.js";

/** Rearranged once and kept up to this size; of a larger one each read goes through the file. */
const MOST_KEPT_BYTES = 2 ** 26;
/** The bytes that are read at a time. */
const PIECE_BYTES = 2 ** 21;

/**
 * The bytes of an array in row order, over a source that has them in Fortran's order.
 * @param size the bytes of an entry
 */
export function inRowOrder(source: Source, shape: readonly number[], size: number): Source {
  const bytes = shape.reduce((product, extent) => product * extent, size);
  let kept: Promise<Source> | undefined;
  return {
    name: source.name,
    size: bytes,
    async read(start, end) {
      if (start === end) return new Uint8Array();
      if (bytes > MOST_KEPT_BYTES) return picked(source, shape, size, start, end);
      kept ??= picked(source, shape, size, 0, bytes).then((all) => bufferSource(source.name, all));
      return (await kept).read(start, end);
    },
  };
}

/** How far apart in row order the entries are whose index on an axis differs by 1. */
function stepsOf(shape: readonly number[]): number[] {
  const steps: number[] = [];
  let step = 1;
  for (const extent of [...shape].reverse()) {
    steps.unshift(step);
    step *= extent;
  }
  return steps;
}

/** The bytes from `start` up to `end` in row order, in one pass over the source. */
async function picked(
  source: Source,
  shape: readonly number[],
  size: number,
  start: number,
  end: number,
): Promise<Uint8Array> {
  const wanted = new Uint8Array(end - start);
  const steps = stepsOf(shape);
  const indices = shape.map(() => 0);
  const total = shape.reduce((product, extent) => product * extent, size);
  const first = start / size;
  const count = (end - start) / size;
  // The place in row order of the entry that is read next.
  let place = 0;
  for (let from = 0; from < total; from += PIECE_BYTES) {
    const piece = await source.read(from, Math.min(total, from + PIECE_BYTES));
    for (let at = 0; at < piece.length; at += size) {
      const target = place - first;
      if (target >= 0 && target < count) {
        for (let byte = 0; byte < size; byte += 1) {
          wanted[target * size + byte] = piece[at + byte] as number;
        }
      }
      for (let axis = 0; axis < shape.length; axis += 1) {
        const step = steps[axis] as number;
        const extent = shape[axis] as number;
        const index = (indices[axis] as number) + 1;
        place += step;
        if (index < extent) {
          indices[axis] = index;
          break;
        }
        indices[axis] = 0;
        place -= extent * step;
      }
    }
  }
  return wanted;
}
