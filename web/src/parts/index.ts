/**
 * The list of the parts: one line each, which names the folder and types its keys. `place` in
 * keys.ts orders them.
 */
import type { Part } from "../state/part.js";

export interface Parts {
  readonly matrices: typeof import("./matrices/keys.js").part;
  readonly variance: typeof import("./variance/keys.js").part;
  readonly saturation: typeof import("./saturation/keys.js").part;
  readonly jacobian: typeof import("./jacobian/keys.js").part;
  readonly gradient: typeof import("./gradient/keys.js").part;
  readonly exponent: typeof import("./exponent/keys.js").part;
  readonly many: typeof import("./many/keys.js").part;
  readonly steps: typeof import("./steps/keys.js").part;
  readonly widths: typeof import("./widths/keys.js").part;
  readonly tensor: typeof import("./tensor/keys.js").part;
  readonly cross: typeof import("./cross/keys.js").part;
  readonly depth: typeof import("./depth/keys.js").part;
  readonly flow: typeof import("./flow/keys.js").part;
  readonly training: typeof import("./training/keys.js").part;
  readonly grid: typeof import("./grid/keys.js").part;
  readonly choices: typeof import("./choices/keys.js").part;
  readonly critical: typeof import("./critical/keys.js").part;
  readonly haystack: typeof import("./haystack/keys.js").part;
  readonly bugs: typeof import("./bugs/keys.js").part;
  readonly talk: typeof import("./talk/keys.js").part;
  readonly inside: typeof import("./inside/keys.js").part;
  readonly perplexity: typeof import("./perplexity/keys.js").part;
}

type Listed = { [Name in keyof Parts]: Parts[Name] & { readonly name: Name } }[keyof Parts];

const files = import.meta.glob<Part>("./*/keys.ts", { eager: true, import: "part" });

/** The parts in the order of the page, each with its folder's name. */
export const PARTS = Object.entries(files)
  .map(([path, part]) => ({ ...part, name: path.split("/")[1] }))
  .sort((a, b) => a.place - b.place) as unknown as readonly Listed[];
