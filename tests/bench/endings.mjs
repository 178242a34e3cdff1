// @ts-check
/** Programs, browsers and servers that must not outlive a section, also where it breaks off. */

/** @type {Set<() => unknown>} */
const open = new Set();

/** @param {() => unknown} close called at the section's end, also where it was closed sooner */
export function toClose(close) {
  open.add(close);
}

export async function closeAll() {
  for (const close of open) await close();
  open.clear();
}
