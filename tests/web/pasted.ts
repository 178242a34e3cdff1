/** States whose texts hold what blog engines read into, and how a pasted piece is read back. */
import fc from "fast-check";
import { cutTexts } from "../../web/src/state/cuts.js";
import { readFragment, type State } from "../../web/src/state/state.js";
import { states, texts } from "./states.js";

/**
 * Quotes of each kind, every engine's delimiters, what Markdown and HTML take for theirs, and what
 * no one sees.
 */
const SIGNS = [
  '"',
  "'",
  "`",
  "\\",
  '\\"',
  "<",
  ">",
  "&",
  "&amp;",
  "&#34;",
  "<!--",
  "-->",
  "</script>",
  "{{",
  "}}",
  "{%",
  "%}",
  "{#",
  "#}",
  "{{<",
  ">}}",
  "{{%",
  "{% raw %}",
  "$&",
  "%",
  "%7B",
  "*",
  "_",
  "**",
  "|",
  "--",
  "...",
  "[x](y)",
  "#",
  "=",
  "+",
  ",",
  "~",
  "(c)",
  "\t",
  "\0",
  "\u202e",
  "\u00a0",
  "\u2028",
  "\ufeff",
  "🙂",
  "👨‍👩‍👧",
  "שלום",
  "أنا",
  "我很好",
  "a",
  "word",
  " ",
];

export const nasty = fc
  .array(fc.constantFrom(...SIGNS), { maxLength: 8 })
  .map((all) => all.join(""));
const text = fc.oneof(nasty, texts);

/** A piece moves its host nowhere, so it has no section to scroll to. */
export const pastedStates: fc.Arbitrary<State> = fc
  .record({ state: states, sentence: text })
  .map(({ state, sentence }) =>
    cutTexts({ ...state, sentence: sentence.replace(/[\r\n]+/g, " "), at: null }),
  );

/** The state that attributes or parameters name, read as the element does. */
export function readBack(given: Readonly<Record<string, string>>): State {
  const { state: whole = "", ...single } = given;
  const { state, junk } = readFragment(`${whole}&${new URLSearchParams(single)}`);
  if (junk.length > 0) throw new Error(`Not understood: ${JSON.stringify(junk)}`);
  return state;
}

/** The rest of a caption: one line, and no control characters, which HTML has no way to write. */
export const shownText = (caption: string): string =>
  caption
    .replace(/\p{Cs}/gu, "\ufffd")
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .trim();

/** The text of a piece on a site that has the files in another folder of its host. */
export const withFilesIn = (folder: string, piece: string): string =>
  piece.replaceAll(/(?<==")\/attention-scale(?=\/)/g, folder);
