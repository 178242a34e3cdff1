/**
 * The entries of a zip archive, of which only what is asked for is read: APPNOTE.TXT 6.3.10 of
 * PKWARE. Deflated entries are inflated by the browser.
 */
import { InflatedSource, type KeptBytes } from "./inflated-source.js";
import { excerpt, refuse, sizeText } from "./reading-error.js";
import { partOf, type Source } from "./source.js";

/** The largest entry that is read, unpacked. */
export const MOST_ENTRY_BYTES = 2 ** 32;
const MOST_DIRECTORY_BYTES = 2 ** 25;

const LOCAL_HEADER = 0x04034b50;
const DIRECTORY_ENTRY = 0x02014b50;
const DIRECTORY_END = 0x06054b50;
const DIRECTORY_END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;

const LOCAL_HEADER_BYTES = 30;
const DIRECTORY_ENTRY_BYTES = 46;
const DIRECTORY_END_BYTES = 22;
const DIRECTORY_END_64_BYTES = 56;
const LOCATOR_64_BYTES = 20;
/** The end of the directory has a comment of up to 65,535 bytes behind it. */
const MOST_END_BYTES = DIRECTORY_END_BYTES + 0xffff;

const STORED = 0;
const DEFLATED = 8;
/** The value of a field of 32 or 16 bits whose number stands in the extra field. */
const ELSEWHERE = 0xffffffff;
const ELSEWHERE_16 = 0xffff;

export interface ZipEntry {
  readonly name: string;
  /** The number of bytes once it is unpacked, as the directory says. */
  readonly size: number;
  /** @throws ReadingError where it cannot be read */
  open(): Promise<Source>;
}

interface EntryRecord {
  readonly name: string;
  readonly encrypted: boolean;
  readonly method: number;
  readonly packedSize: number;
  readonly size: number;
  /** CRC-32 of the unpacked bytes. */
  readonly checksum: number;
  /** Where its local header stands. */
  readonly offset: number;
}

export const isZip = (start: Uint8Array): boolean =>
  start[0] === 0x50 && start[1] === 0x4b && (start[2] === 3 || start[2] === 5);

/** @throws ReadingError where the archive is damaged */
export async function zipEntries(source: Source): Promise<readonly ZipEntry[]> {
  const kept: KeptBytes = { bytes: 0 };
  const records = await directoryOf(source);
  return records.map((record) => ({
    name: record.name,
    size: record.size,
    open: () => entrySource(source, record, kept),
  }));
}

const damaged = ({ name }: Source): never => refuse("zipDamaged", { name });

async function viewOf(source: Source, start: number, end: number): Promise<DataView> {
  if (start < 0 || end > source.size || start > end) damaged(source);
  const bytes = await source.read(start, end);
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

const wide = (view: DataView, at: number) => Number(view.getBigUint64(at, true));

async function directoryOf(source: Source): Promise<readonly EntryRecord[]> {
  const { count, start, end } = await placeOfDirectory(source);
  if (end - start > MOST_DIRECTORY_BYTES) damaged(source);
  const view = await viewOf(source, start, end);
  const records: EntryRecord[] = [];
  let at = 0;
  while (records.length < count) {
    if (at + DIRECTORY_ENTRY_BYTES > view.byteLength) return damaged(source);
    if (view.getUint32(at, true) !== DIRECTORY_ENTRY) return damaged(source);
    const nameEnd = at + DIRECTORY_ENTRY_BYTES + view.getUint16(at + 28, true);
    const extraEnd = nameEnd + view.getUint16(at + 30, true);
    const next = extraEnd + view.getUint16(at + 32, true);
    if (next > view.byteLength) return damaged(source);
    const extra = extraNumbers(view, nameEnd, extraEnd);
    // In this order the numbers that do not fit their fields stand in the extra field.
    const number = (place: number) => {
      const value = view.getUint32(place, true);
      return value === ELSEWHERE ? (extra.shift() ?? value) : value;
    };
    const size = number(at + 24);
    const packedSize = number(at + 20);
    const offset = number(at + 42);
    const nameStart = at + DIRECTORY_ENTRY_BYTES;
    records.push({
      name: new TextDecoder().decode(
        new Uint8Array(view.buffer, view.byteOffset + nameStart, nameEnd - nameStart),
      ),
      encrypted: (view.getUint16(at + 8, true) & 1) === 1,
      method: view.getUint16(at + 10, true),
      packedSize,
      size,
      checksum: view.getUint32(at + 16, true),
      offset,
    });
    at = next;
  }
  return records;
}

/** The numbers of 64 bits in the extra field of an entry. */
function extraNumbers(view: DataView, start: number, end: number): number[] {
  let at = start;
  while (at + 4 <= end) {
    const length = view.getUint16(at + 2, true);
    const next = at + 4 + length;
    if (view.getUint16(at, true) === 1 && next <= end) {
      const count = Math.floor(length / 8);
      return Array.from({ length: count }, (_, index) => wide(view, at + 4 + index * 8));
    }
    at = next;
  }
  return [];
}

async function placeOfDirectory(source: Source) {
  const tailStart = Math.max(0, source.size - MOST_END_BYTES);
  const tail = await viewOf(source, tailStart, source.size);
  const last = tail.byteLength - DIRECTORY_END_BYTES;
  for (let at = last; at >= 0; at -= 1) {
    if (tail.getUint32(at, true) !== DIRECTORY_END) continue;
    // The comment reaches to the end of the file; else these bytes are of something else.
    if (at + DIRECTORY_END_BYTES + tail.getUint16(at + 20, true) !== tail.byteLength) continue;
    const count = tail.getUint16(at + 10, true);
    const size = tail.getUint32(at + 12, true);
    const start = tail.getUint32(at + 16, true);
    if (count === ELSEWHERE_16 || size === ELSEWHERE || start === ELSEWHERE) {
      return placeOfLargeDirectory(source, tailStart + at);
    }
    return { count, start, end: start + size };
  }
  return damaged(source);
}

/** The place of the directory of an archive with numbers of 64 bits. */
async function placeOfLargeDirectory(source: Source, end: number) {
  const locator = await viewOf(source, end - LOCATOR_64_BYTES, end);
  if (locator.getUint32(0, true) !== LOCATOR_64) damaged(source);
  const at = wide(locator, 8);
  const view = await viewOf(source, at, at + DIRECTORY_END_64_BYTES);
  if (view.getUint32(0, true) !== DIRECTORY_END_64) damaged(source);
  const start = wide(view, 48);
  return { count: wide(view, 32), start, end: start + wide(view, 40) };
}

async function entrySource(source: Source, entry: EntryRecord, kept: KeptBytes): Promise<Source> {
  const { method, packedSize, size, checksum, offset } = entry;
  const name = excerpt(entry.name);
  if (entry.encrypted) refuse("zipEncrypted", { name });
  if (method !== STORED && method !== DEFLATED) refuse("zipMethod", { name, method });
  if (size > MOST_ENTRY_BYTES) {
    refuse("entryLarge", { name, size: sizeText(size), most: sizeText(MOST_ENTRY_BYTES) });
  }
  const header = await viewOf(source, offset, offset + LOCAL_HEADER_BYTES);
  if (header.getUint32(0, true) !== LOCAL_HEADER) damaged(source);
  const start =
    offset + LOCAL_HEADER_BYTES + header.getUint16(26, true) + header.getUint16(28, true);
  const end = start + packedSize;
  if (end > source.size) damaged(source);
  const packed = partOf(source, start, end, name);
  if (method === DEFLATED) return new InflatedSource(packed, size, checksum, kept);
  if (packedSize !== size) damaged(source);
  return packed;
}
