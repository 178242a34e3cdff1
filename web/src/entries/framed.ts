/**
 * The page in a frame: tells the page around it its height, and follows the light that frame.js
 * there reports.
 */
import type { AttentionScale } from "../element/element.js";

/** @param dress sets the document's colours, after a change of the light */
export function followFrame(element: AttentionScale, dress: () => void): void {
  globalThis.addEventListener("message", ({ data, source }) => {
    if (source !== globalThis.parent || typeof data !== "string") return;
    const frameTone = /^\{"context":"attention-scale\.theme","theme":"(light|dark)"\}$/.exec(
      data,
    )?.[1];
    if (frameTone === undefined || frameTone === element.surroundings.frameTone) return;
    element.surroundings.frameTone = frameTone as "light" | "dark";
    // On the ground of the page around it the figure needs no margin, only room for the outline of
    // what has the focus.
    element.style.setProperty("--gap", "4px");
    element.requestUpdate();
    dress();
  });

  // The messages have the format of Medium and Observable. frame.js answers them with the light.
  let height = 0;
  new ResizeObserver(() => {
    const now = Math.ceil(element.getBoundingClientRect().height);
    if (now === height) return;
    height = now;
    globalThis.parent.postMessage(JSON.stringify({ context: "iframe.resize", height }), "*");
  }).observe(element);
}
