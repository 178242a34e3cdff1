/**
 * What the element takes for granted: every browser that runs the engine has it. DOMs of tests,
 * such as jsdom and happy-dom, lack some.
 */
const GLOBALS = [
  "matchMedia",
  "getComputedStyle",
  "requestAnimationFrame",
  "CSS",
  "IntersectionObserver",
  "MutationObserver",
  "ResizeObserver",
] as const;

/** The names of what is missing here. */
export function missingHere(): readonly string[] {
  const missing: string[] = GLOBALS.filter((name) => !(name in globalThis));
  if (!("attachInternals" in HTMLElement.prototype)) missing.push("attachInternals");
  if (!("adoptedStyleSheets" in Document.prototype)) missing.push("adoptedStyleSheets");
  return missing;
}
