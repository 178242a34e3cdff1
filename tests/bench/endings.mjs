// @ts-check
/** Programs, browsers and servers that must not outlive the run, also where it breaks off. */

/** @type {Set<() => unknown>} */
const open = new Set();

/**
 * @param {() => unknown} close
 * @returns {() => Promise<void>} closes it once, sooner
 */
export function toClose(close) {
  open.add(close);
  return async () => {
    if (open.delete(close)) await close();
  };
}

export async function closeAll() {
  for (const close of open) await close();
  open.clear();
}
