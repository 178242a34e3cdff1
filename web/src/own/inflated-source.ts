/**
 * The bytes of a deflated entry. They are inflated from its beginning on, as far as they are asked
 * for, by the browser's own code, and not kept but for small entries: a reader who goes on where
 * the last one stopped pays for nothing twice.
 */
import { crc32 } from "./crc32.js";
import { ReadingError, refuse, sizeText } from "./reading-error.js";
import type { Source } from "./source.js";

/** An entry up to this size is kept whole, while all that are kept are within MOST_KEPT_BYTES. */
const MOST_KEPT_ENTRY_BYTES = 2 ** 24;
const MOST_KEPT_BYTES = 2 ** 26;
/** The packed bytes that are read at a time. */
const READ_BYTES = 2 ** 20;
/**
 * The packed bytes that are handed over at a time. They inflate to 1032 times as many at most, all
 * of which the browser may hold before any are taken.
 */
const GIVEN_BYTES = 2 ** 14;

/** How much is kept of all entries of an archive. */
export interface KeptBytes {
  bytes: number;
}

export class InflatedSource implements Source {
  readonly name: string;
  readonly size: number;
  /** Of all bytes, as the archive says. */
  readonly #checksum: number;
  readonly #packed: Source;
  readonly #kept: KeptBytes;
  #whole: Promise<Uint8Array> | undefined;
  #stream: ReadableStreamDefaultReader<Uint8Array> | undefined;
  /** What has been inflated and not been taken, and the place of its first byte. */
  #chunk = new Uint8Array();
  #place = 0;
  /** The checksum of what the stream has given. */
  #given = 0;
  /** Ends with the read before: the stream serves one after the other. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(packed: Source, size: number, checksum: number, kept: KeptBytes) {
    this.name = packed.name;
    this.size = size;
    this.#checksum = checksum;
    this.#packed = packed;
    this.#kept = kept;
  }

  async read(start: number, end: number): Promise<Uint8Array> {
    if (start === end) return new Uint8Array();
    const room = MOST_KEPT_BYTES - this.#kept.bytes;
    if (!this.#whole && this.size <= Math.min(MOST_KEPT_ENTRY_BYTES, room)) {
      this.#kept.bytes += this.size;
      this.#whole = this.#inTurn(0, this.size);
    }
    if (this.#whole) return (await this.#whole).slice(start, end);
    return this.#inTurn(start, end);
  }

  #inTurn(start: number, end: number): Promise<Uint8Array> {
    const bytes = this.#last.then(() => this.#inflated(start, end));
    this.#last = bytes.catch(() => undefined);
    return bytes;
  }

  async #inflated(start: number, end: number): Promise<Uint8Array> {
    if (!this.#stream || start < this.#place) await this.#begin();
    const wanted = new Uint8Array(end - start);
    while (this.#place < end) {
      if (this.#chunk.length === 0) this.#chunk = await this.#next();
      const skipped = Math.min(this.#chunk.length, Math.max(0, start - this.#place));
      const place = this.#place + skipped;
      const taken = this.#chunk.subarray(skipped, skipped + Math.max(0, end - place));
      if (taken.length > 0) wanted.set(taken, place - start);
      this.#chunk = this.#chunk.subarray(skipped + taken.length);
      this.#place = place + taken.length;
    }
    if (end === this.size) await this.#demandEnd();
    return wanted;
  }

  async #begin(): Promise<void> {
    // The old stream may have failed, which has been told.
    await this.#stream?.cancel().catch(() => undefined);
    this.#chunk = new Uint8Array();
    this.#place = 0;
    this.#given = 0;
    const inflating = new DecompressionStream("deflate-raw");
    this.#stream = packedStream(this.#packed)
      .pipeThrough(inflating as ReadableWritablePair<Uint8Array, Uint8Array>)
      .getReader();
  }

  /** The next bytes, of which there must be some. */
  async #next(): Promise<Uint8Array<ArrayBuffer>> {
    const { name } = this;
    const chunk = await this.#readStream();
    if (chunk === undefined) return refuse("inflate", { name });
    return chunk;
  }

  async #readStream(): Promise<Uint8Array<ArrayBuffer> | undefined> {
    try {
      const { value } = (await this.#stream?.read()) ?? {};
      const bytes = value as Uint8Array<ArrayBuffer> | undefined;
      if (bytes !== undefined) this.#given = crc32(bytes, this.#given);
      return bytes;
    } catch (error) {
      this.#stream = undefined;
      // One of ours is from the file; any other is that of the browser, which calls it differently.
      if (error instanceof ReadingError) throw error;
      return refuse("inflate", { name: this.name });
    }
  }

  /** @throws ReadingError where there are more bytes than the archive says, or others */
  async #demandEnd(): Promise<void> {
    let more = this.#chunk.length > 0 ? this.#chunk : await this.#readStream();
    while (more?.length === 0) more = await this.#readStream();
    const stream = this.#stream;
    this.#stream = undefined;
    if (more === undefined) {
      if (this.#given !== this.#checksum) refuse("inflate", { name: this.name });
      return;
    }
    await stream?.cancel().catch(() => undefined);
    refuse("bomb", { name: this.name, size: sizeText(this.size) });
  }
}

/** The bytes of a source, read as they are asked for. */
function packedStream(source: Source): ReadableStream<Uint8Array> {
  let read = 0;
  let waiting = new Uint8Array();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (waiting.length === 0) {
          const end = Math.min(source.size, read + READ_BYTES);
          if (end === read) {
            controller.close();
            return;
          }
          waiting = (await source.read(read, end)) as Uint8Array<ArrayBuffer>;
          read = end;
        }
        controller.enqueue(waiting.subarray(0, GIVEN_BYTES));
        waiting = waiting.subarray(GIVEN_BYTES);
      },
    },
    { highWaterMark: 0 },
  );
}
