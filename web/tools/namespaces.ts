/**
 * The namespaces of modules, which Rolldown makes where a script holds modules that are imported as
 * a whole.
 */
import type { Plugin } from "vite";

const LOOP = "for (var name in all)";

/**
 * Rolldown's own loop would take the enumerable properties of a host's Object.prototype for
 * exports.
 */
export const ownNamespaces = (): Plugin => ({
  name: "own-namespaces",
  transform(code, id) {
    if (id !== "\0rolldown/runtime.js") return undefined;
    if (!code.includes(LOOP)) {
      throw new Error(
        `Rolldown's runtime has no "${LOOP}", as that of Vite 8.3 has: ownNamespaces must follow.`,
      );
    }
    return code.replace(LOOP, "for (var name of Object.keys(all))");
  },
});
