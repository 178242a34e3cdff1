/**
 * Where the core computes what a part shows, in C++: the table of web/docs/cpp.md. The menu has that
 * document inside and offers it as a file, since a page from disk or on the site of others has no
 * documents beside it.
 */
import guide from "../../docs/cpp.md?raw";
import type { PartName } from "../state/state.js";

/** A line of the table: the part and one of its headers, before the functions of that header. */
const TABLE_LINE = /^\| `(\w+)` \| `([\w/.]+)` \|/gm;

/** The headers that declare what computes a part; none where the table lacks the part. */
export const headersOf = (part: PartName): readonly string[] =>
  [...guide.matchAll(TABLE_LINE)].flatMap(([, name, header = ""]) =>
    name === part ? [header] : [],
  );

let url: string | undefined;

/** The address of the document as a file, the same one as long as the page is open. */
export function guideUrl(): string {
  url ??= URL.createObjectURL(new Blob([guide], { type: "text/markdown;charset=utf-8" }));
  return url;
}
