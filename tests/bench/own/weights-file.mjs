// @ts-check
/** Files of attention weights as a model of twelve layers of twelve heads leaves them. */
import { writeFileSync } from "node:fs";

export const SHAPE = { layers: 12, heads: 12, tokens: 512 };
const { layers, heads, tokens } = SHAPE;
const ROW_BYTES = 2 * tokens;
/** Rows from which those of all heads are drawn. */
const POOL = 4096;

/** The word of half precision below a positive number up to 1. @param {number} value */
function halfWord(value) {
  if (value < 2 ** -14) return Math.floor(value * 2 ** 24);
  const exponent = Math.floor(Math.log2(value));
  return ((exponent + 15) << 10) + Math.floor((value / 2 ** exponent - 1) * 1024);
}

/** Numbers from 0 to 1, the same at every run. @param {number} seed */
function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Rows of softmax weights in half precision, from flat ones to saturated ones. */
function poolOfRows() {
  const next = randomNumbers(13);
  const words = new Uint16Array(POOL * tokens);
  const row = new Float64Array(tokens);
  for (let index = 0; index < POOL; index += 1) {
    const spread = 0.5 + (4 * index) / POOL;
    for (let key = 0; key < tokens; key += 1) {
      const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
      row[key] = Math.exp(spread * normal);
    }
    const sum = row.reduce((all, entry) => all + entry, 0);
    for (const [key, entry] of row.entries()) words[index * tokens + key] = halfWord(entry / sum);
  }
  return words;
}

/** The bytes before the numbers of a .npy file. */
export function header() {
  const shape = [layers, 1, heads, tokens, tokens].join(", ");
  const dict = `{'descr': '<f2', 'fortran_order': False, 'shape': (${shape}), }`;
  const length = Math.ceil((10 + dict.length + 1) / 64) * 64 - 10;
  const text = `${dict.padEnd(length - 1)}\n`;
  const bytes = new Uint8Array(10 + length);
  bytes.set([0x93, ...Buffer.from("NUMPY"), 1, 0, length & 255, length >> 8]);
  bytes.set(Buffer.from(text), 10);
  return bytes;
}

/**
 * Writes 75 MB of weights.
 * @param {string} path
 * @returns {{ bytes: number, start: number }} of the file, and where its numbers begin
 */
export function writeWeights(path) {
  const pool = new Uint8Array(poolOfRows().buffer);
  const next = randomNumbers(14);
  const start = header();
  const bytes = new Uint8Array(start.length + layers * heads * tokens * ROW_BYTES);
  bytes.set(start);
  for (let end = start.length; end < bytes.length; end += ROW_BYTES) {
    const from = Math.floor(next() * POOL) * ROW_BYTES;
    bytes.set(pool.subarray(from, from + ROW_BYTES), end);
  }
  writeFileSync(path, bytes);
  return { bytes: bytes.length, start: start.length };
}
