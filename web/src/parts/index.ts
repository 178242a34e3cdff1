/** The list of the parts: one line each, which names the folder and types its keys. `place` in part.ts orders them. */
import { CHAPTERS, type Part } from "../state/part.js";

export interface Parts {
  readonly matrices: typeof import("./matrices/part.js").part;
  readonly variance: typeof import("./variance/part.js").part;
  readonly saturation: typeof import("./saturation/part.js").part;
  readonly jacobian: typeof import("./jacobian/part.js").part;
  readonly gradient: typeof import("./gradient/part.js").part;
  readonly exponent: typeof import("./exponent/part.js").part;
  readonly many: typeof import("./many/part.js").part;
  readonly steps: typeof import("./steps/part.js").part;
  readonly widths: typeof import("./widths/part.js").part;
  readonly tensor: typeof import("./tensor/part.js").part;
  readonly cross: typeof import("./cross/part.js").part;
  readonly depth: typeof import("./depth/part.js").part;
  readonly flow: typeof import("./flow/part.js").part;
  readonly training: typeof import("./training/part.js").part;
  readonly grid: typeof import("./grid/part.js").part;
  readonly choices: typeof import("./choices/part.js").part;
  readonly critical: typeof import("./critical/part.js").part;
  readonly haystack: typeof import("./haystack/part.js").part;
  readonly bugs: typeof import("./bugs/part.js").part;
  readonly talk: typeof import("./talk/part.js").part;
  readonly inside: typeof import("./inside/part.js").part;
  readonly perplexity: typeof import("./perplexity/part.js").part;
}

const chapterOf = (part: Part) => CHAPTERS.findIndex(({ view }) => view === part.chapter);

/** The parts in the order of the page. */
export const PARTS = Object.values(
  import.meta.glob<Part>("./*/part.ts", { eager: true, import: "part" }),
).sort(
  (a, b) => chapterOf(a) - chapterOf(b) || a.place - b.place,
) as unknown as readonly Parts[keyof Parts][];
