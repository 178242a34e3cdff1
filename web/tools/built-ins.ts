/** The built-in functions that the scripts do not take from the page that they run in. */
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const arrayFrom = fileURLToPath(new URL("../src/array-from.ts", import.meta.url));

/** Replaces `Array.from`, which some libraries of host pages exchange for another. */
export const ownBuiltIns = (): Plugin => ({
  name: "own-built-ins",
  options(given) {
    const { inject } = given.transform ?? {};
    const replacements = { "Array.from": [arrayFrom, "arrayFrom"] as [string, string] };
    return { ...given, transform: { ...given.transform, inject: { ...inject, ...replacements } } };
  },
});
