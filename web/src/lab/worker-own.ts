/**
 * The worker of the embed, which is its own worker file. A Blob would do as well, but a host with a strict
 * Content-Security-Policy refuses it, and the refusal alone is an error in the console; a worker file beside the script
 * would be an error wherever only the script was copied.
 */

/** Read while the script runs, for later it is null; null as well where a bundler made a module of it. */
const script =
  document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : "";

/** Whether that file is the embed, and not a bundle it went into, and may be started from this page. */
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
