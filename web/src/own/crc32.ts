/** The checksum of zip archives: CRC-32 of ISO 3309, as APPNOTE.TXT 4.4.7 names it. */

const POLYNOMIAL = 0xedb88320;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) {
    rest = (rest & 1) === 1 ? (rest >>> 1) ^ POLYNOMIAL : rest >>> 1;
  }
  return rest;
});

/** The checksum of bytes that follow others. @param before the checksum of those; 0 of none */
export function crc32(bytes: Uint8Array, before = 0): number {
  let rest = ~before;
  for (let place = 0; place < bytes.length; place += 1) {
    rest = (TABLE[(rest ^ (bytes[place] as number)) & 255] as number) ^ (rest >>> 8);
  }
  return ~rest >>> 0;
}
