/** Bytes that are read in slices: of a file, which is never whole in memory, or of a buffer. */
import { refuse, sizeText } from "./reading-error.js";

/** The largest file that is opened. */
export const MOST_FILE_BYTES = 2 ** 30;

export interface Source {
  /** What sentences call it. */
  readonly name: string;
  /** The number of bytes. */
  readonly size: number;
  /** The bytes from `start` up to `end`, both within the size. The caller may keep them. */
  read(start: number, end: number): Promise<Uint8Array>;
}

/** @throws ReadingError where the file is larger than one may be, or empty */
function checkedSize(name: string, size: number): number {
  if (size > MOST_FILE_BYTES) {
    refuse("tooLarge", { name, size: sizeText(size), most: sizeText(MOST_FILE_BYTES) });
  }
  if (size === 0) refuse("empty", { name });
  return size;
}

/** A file that was dropped or picked. */
export function fileSource(file: Blob & { readonly name?: string }): Source {
  const name = file.name ?? "";
  const size = checkedSize(name, file.size);
  return {
    name,
    size,
    async read(start, end) {
      let bytes: Uint8Array;
      try {
        bytes = new Uint8Array(await file.slice(start, end).arrayBuffer());
      } catch {
        // The browser refuses where the file on disk is no longer the one that was picked.
        return refuse("unreadable", { name });
      }
      if (bytes.length !== end - start) refuse("unreadable", { name });
      return bytes;
    },
  };
}

export function bufferSource(name: string, bytes: Uint8Array): Source {
  const size = checkedSize(name, bytes.length);
  return { name, size, read: async (start, end) => bytes.slice(start, end) };
}

/** The bytes of a source from `start` up to `end`. */
export const partOf = (source: Source, start: number, end: number, name = source.name): Source => ({
  name,
  size: end - start,
  read: (from, to) => source.read(start + from, start + to),
});

/** @throws ReadingError where the source ends before `end` */
export function demandBytes(source: Source, end: number): void {
  if (end > source.size) {
    refuse("cut", { name: source.name, size: source.size, needed: end });
  }
}

/** Reads as `read` does, after that check. */
export function readChecked(source: Source, start: number, end: number): Promise<Uint8Array> {
  demandBytes(source, end);
  return source.read(start, end);
}
