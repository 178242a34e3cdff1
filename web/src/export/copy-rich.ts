/** Copies rich text, which editors of articles take with its pictures. */
import type { Pasted } from "./wechat.js";

type Rich = Pick<Pasted, "html" | "plain">;

function blobsOf({ html, plain }: Rich): Record<string, Blob> {
  const types = { "text/html": html, "text/plain": plain };
  return Object.fromEntries(
    Object.entries(types).map(([type, text]) => [type, new Blob([text], { type })]),
  );
}

/**
 * As browsers copy what is selected, whose content is replaced: on a page that did not come over
 * https they offer no other way.
 * @param place an element of the page to which the focus may go
 */
function copySelected({ html, plain }: Rich, place: HTMLElement): boolean {
  const field = document.createElement("textarea");
  field.value = plain;
  field.addEventListener("copy", (event) => {
    event.clipboardData?.setData("text/html", html);
    event.clipboardData?.setData("text/plain", plain);
    event.preventDefault();
  });
  const focused = (place.getRootNode() as ShadowRoot | Document).activeElement;
  place.append(field);
  field.select();
  try {
    return document.execCommand("copy");
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}

/** @throws Error where the browser refuses both ways */
export async function copyRich(rich: Rich, place: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.write([new ClipboardItem(blobsOf(rich))]);
  } catch (error) {
    if (!copySelected(rich, place)) throw error;
  }
}
