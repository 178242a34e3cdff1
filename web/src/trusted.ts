/**
 * The addresses of scripts and workers in documents with the policy
 * `require-trusted-types-for 'script'`.
 */

type Trust = { createScriptURL(url: string): string };
interface Trusts {
  /** \throws where the document's policy `trusted-types` does not allow the name */
  createPolicy(name: string, rules: Trust): Trust;
}

/**
 * Where the document holds the policy: a second one of the same name is refused, and loader.js and
 * embed.js may both need one.
 */
const PLACE = Symbol.for("attention-scale trust");
const place = globalThis as { trustedTypes?: Trusts; [PLACE]?: Trust };

/**
 * The address as such a document demands it; as it is, where nothing is demanded or the document
 * refuses our policy.
 */
export function trusted(url: string): string {
  try {
    place[PLACE] ??= place.trustedTypes?.createPolicy("attention-scale", {
      createScriptURL: (address) => address,
    }) as Trust;
  } catch {
    // Where the policy is needed, whatever takes the address throws.
  }
  return place[PLACE]?.createScriptURL(url) ?? url;
}
