/**
 * What is wrong with a file or with what was pasted: a code and the values that its sentence names.
 * The sentences stand in web/src/text, in `own-files.ts` of each language.
 */
import type { en } from "../text/en/own-files.js";
import { plainText, type Rich, rich, type Values } from "../text/rich.js";

export type ReadingTexts = Readonly<Record<keyof typeof en.problems, string>>;
export type ReadingCode = keyof typeof en.problems;
export type ReadingValues<Code extends ReadingCode> = Values<
  (typeof en.problems)[Code],
  string | number
>;

export class ReadingError extends Error {
  override readonly name = "ReadingError";
  readonly code: ReadingCode;
  readonly values: Readonly<Record<string, string | number>>;

  constructor(code: ReadingCode, values: Readonly<Record<string, string | number>>) {
    super(`${code} ${JSON.stringify(values)}`);
    this.code = code;
    this.values = values;
  }
}

/** Throws the error with this code; the compiler demands the values that its sentence names. */
export function refuse<Code extends ReadingCode>(
  code: Code,
  ...[values]: ReadingValues<Code>
): never {
  throw new ReadingError(code, (values ?? {}) as Readonly<Record<string, string | number>>);
}

/** The sentence in a language, code in it marked. */
export const sentenceOf = ({ code, values }: ReadingError, problems: ReadingTexts): Rich =>
  rich<string>(problems[code], values);

export const plainSentenceOf = (error: ReadingError, problems: ReadingTexts): string =>
  plainText(sentenceOf(error, problems));

// ---- values as sentences show them ----

const UNITS = ["bytes", "kB", "MB", "GB", "TB"] as const;

/** "12 bytes", "1.5 GB", in powers of 1024. */
export function sizeText(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1024 && unit < UNITS.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${Number(size.toPrecision(3))} ${UNITS[unit]}`;
}

/** "12×64×64"; a number alone has none. */
export const shapeText = (shape: readonly number[]): string => shape.join("×");

/** A text from a file, short enough for a sentence and without control characters. */
export function excerpt(text: string, most = 60): string {
  const shown = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim();
  return shown.length > most ? `${shown.slice(0, most)}…` : shown;
}
