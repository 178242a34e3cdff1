/** Words as they stand in titles and labels: without the dollar signs around formulas. */
import { unmarked } from "../web/src/text/typeset.js";

export function asRead<Words>(words: Words): Words {
  if (typeof words === "string") return unmarked(words) as Words;
  if (Array.isArray(words)) return words.map(asRead) as Words;
  const read = Object.entries(words as object).map(([name, text]) => [name, asRead(text)]);
  return Object.fromEntries(read) as Words;
}
