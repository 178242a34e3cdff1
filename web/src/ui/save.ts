/** Files that the reader saves. */

/**
 * A sandboxed frame without an origin may not save files. A page opened from disk has no origin
 * either, but may.
 */
export const SEALED = globalThis.origin === "null" && location.protocol !== "file:";

/**
 * Milliseconds until the URL of a file is revoked that is needed no more: its download may have
 * just begun.
 */
const KEPT = 10_000;

export const revokeLater = (url: string): void => {
  setTimeout(() => URL.revokeObjectURL(url), KEPT);
};

/** Saves a file under a name. */
export function save(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  revokeLater(url);
}
