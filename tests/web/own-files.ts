/** What the tests of opened files share: the engine's conversion, files by hand, and problems. */
import { expect } from "vitest";
import { start } from "../../web/src/engine/formats.js";
import { wholeModule } from "../../web/src/engine/inside.js";
import { openFile } from "../../web/src/own/open-file.js";
import {
  plainSentenceOf,
  type ReadingCode,
  ReadingError,
} from "../../web/src/own/reading-error.js";
import { bufferSource } from "../../web/src/own/source.js";
import { type AnyTensor, type Decode, isText, type Tensor } from "../../web/src/own/tensor.js";
import { en } from "../../web/src/text/en/own-files.js";
import { zh } from "../../web/src/text/zh/own-files.js";
import { joinedBytes } from "../joined-bytes.mjs";

export const formats = await start(await wholeModule());
export const decode: Decode = formats.decodeNumbers;

export const textBytes = (text: string): Uint8Array => new TextEncoder().encode(text);

export const joined = (...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array =>
  joinedBytes(parts);

/** A whole number of so many bytes, the least first. */
export const littleEndian = (value: number, size: number): number[] =>
  Array.from({ length: size }, (_, byte) => Math.floor(value / 256 ** byte) % 256);

export function npyBytes(header: string, numbers: Uint8Array, version = 1): Uint8Array {
  const text = textBytes(header);
  const length = littleEndian(text.length, version === 1 ? 2 : 4);
  return joined([0x93], textBytes("NUMPY"), [version, 0], length, text, numbers);
}

export function safetensorsBytes(header: object | string, numbers: Uint8Array): Uint8Array {
  const text = textBytes(typeof header === "string" ? header : JSON.stringify(header));
  return joined(littleEndian(text.length, 8), text, numbers);
}

export const openBytes = (name: string, bytes: Uint8Array) =>
  openFile(bufferSource(name, bytes), decode);

export function named(tensors: readonly AnyTensor[], name: string): Tensor {
  const found = tensors.find((tensor) => tensor.name === name);
  if (!found || isText(found)) throw new Error(`no numbers called ${name}`);
  return found;
}

/**
 * Whether the error has a sentence in both languages, and a text or a number for each place in it.
 * The sentence itself is not searched for braces, since a value may be text that was read.
 */
export function expectSentence(error: unknown): ReadingError {
  expect(error).toBeInstanceOf(ReadingError);
  const problem = error as ReadingError;
  for (const { problems } of [en, zh]) {
    for (const [, place = ""] of problems[problem.code].matchAll(/\{(\w+)\}/g)) {
      expect(["string", "number"]).toContain(typeof problem.values[place]);
    }
    expect(plainSentenceOf(problem, problems).length).toBeGreaterThan(5);
  }
  return problem;
}

/** The problem that a call has: its code, and its sentence in English. */
export async function problemOf(
  call: () => unknown,
): Promise<{ code: ReadingCode; sentence: string }> {
  try {
    await call();
  } catch (error) {
    const problem = expectSentence(error);
    return { code: problem.code, sentence: plainSentenceOf(problem, en.problems) };
  }
  throw new Error("nothing was refused");
}
