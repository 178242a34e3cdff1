/** The list of the parts: one line each, which names the folder and types its keys. `place` in keys.ts orders them. */
import { CHAPTERS, type Part } from "../state/part.js";

export interface Parts {
  readonly matrices: typeof import("./matrices/keys.js");
  readonly variance: typeof import("./variance/keys.js");
  readonly saturation: typeof import("./saturation/keys.js");
  readonly jacobian: typeof import("./jacobian/keys.js");
  readonly gradient: typeof import("./gradient/keys.js");
  readonly exponent: typeof import("./exponent/keys.js");
  readonly many: typeof import("./many/keys.js");
  readonly steps: typeof import("./steps/keys.js");
  readonly widths: typeof import("./widths/keys.js");
  readonly tensor: typeof import("./tensor/keys.js");
  readonly cross: typeof import("./cross/keys.js");
  readonly depth: typeof import("./depth/keys.js");
  readonly flow: typeof import("./flow/keys.js");
  readonly training: typeof import("./training/keys.js");
  readonly grid: typeof import("./grid/keys.js");
  readonly choices: typeof import("./choices/keys.js");
  readonly critical: typeof import("./critical/keys.js");
  readonly haystack: typeof import("./haystack/keys.js");
  readonly bugs: typeof import("./bugs/keys.js");
  readonly talk: typeof import("./talk/keys.js");
  readonly inside: typeof import("./inside/keys.js");
  readonly perplexity: typeof import("./perplexity/keys.js");
}

const chapterOf = (part: Part) => CHAPTERS.findIndex(({ view }) => view === part.chapter);

type Listed = { [Name in keyof Parts]: Parts[Name] & { readonly name: Name } }[keyof Parts];

/** The parts in the order of the page, each with its folder's name. */
export const PARTS = Object.entries(import.meta.glob<Part>("./*/keys.ts", { eager: true }))
  .map(([path, part]) => ({ ...part, name: path.split("/")[1] }))
  .sort((a, b) => chapterOf(a) - chapterOf(b) || a.place - b.place) as unknown as readonly Listed[];
