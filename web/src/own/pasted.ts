/** Numbers as programs print them: NumPy, PyTorch, R, MATLAB and JSON; and plain rows. */
import { typedRows } from "../attention/number-rows.js";
import { tensorsInJson } from "./json.js";
import { readBrackets } from "./pasted-brackets.js";
import { looksLikeMatlab, readMatlab } from "./pasted-matlab.js";
import { looksLikeR, readR } from "./pasted-r.js";
import { PrintedBlocks } from "./printed-blocks.js";
import { isAbridged } from "./printed-number.js";
import { refuse, sizeText } from "./reading-error.js";
import type { AnyTensor } from "./tensor.js";

/** The longest text that is read. */
const MOST_TEXT = 2 ** 25;

/**
 * @param name what an array is called that has no name of its own
 * @throws ReadingError where the text holds no numbers, or not all
 */
export function readPasted(text: string, name = "pasted"): readonly AnyTensor[] {
  if (text.length > MOST_TEXT) {
    refuse("pasteLarge", { size: sizeText(text.length), most: sizeText(MOST_TEXT) });
  }
  if (text.trim() === "") refuse("pasteEmpty");
  if (isAbridged(text)) refuse("abridged");
  const tensors = readerOf(text)(name, text);
  if (tensors.length === 0) refuse("pasteEmpty");
  return tensors;
}

function readerOf(text: string): (name: string, text: string) => readonly AnyTensor[] {
  // An object in JSON; a dict as Python prints it has other quotes.
  if (/^\s*\{\s*"/.test(text) && !/\b(array|tensor)\(/.test(text)) return tensorsInJson;
  if (looksLikeR(text)) return readR;
  if (text.includes("[")) return readBrackets;
  return looksLikeMatlab(text) ? readMatlab : readRows;
}

function readRows(name: string, text: string): readonly AnyTensor[] {
  const blocks = new PrintedBlocks(name);
  for (const [line, entries] of typedRows(text).entries()) blocks.row(entries, line);
  return blocks.tensors();
}
