/**
 * Starts the worker of the embed from the embed's own file, which contains both. A Blob is only the second choice, because a
 * strict Content-Security-Policy refuses it, and the refusal is an error in the console. A separate worker file would be missing
 * wherever only the script was copied.
 */

/** Read while the script runs, because currentScript is null afterwards; it is also null in a module made by a bundler. */
const script =
  document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : "";

/** Whether that file is the embed, not a bundle that contains it, and has the page's origin. */
function isOwnFile(): boolean {
  if (!/^https?:/.test(script)) return false;
  const { origin, pathname } = new URL(script);
  return origin === location.origin && /\bembed\b[^/]*\.js$/.test(pathname);
}

const NAME = { name: "attention-scale" };

export function createWorker(): Worker {
  if (isOwnFile()) return new Worker(script, NAME);
  const code = `URL.revokeObjectURL(location.href);(${attentionScaleWorker})()`;
  const blob = new Blob([code], { type: "text/javascript;charset=utf-8" });
  return new Worker(URL.createObjectURL(blob), NAME);
}
