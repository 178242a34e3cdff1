/**
 * attention-scale for Observable Framework. This file and embed.js, which is in attention-scale.zip, go to src/attention-scale/. In
 * a page:
 *
 *   import { attentionScale } from "./attention-scale/attention-scale.js";
 *   display(attentionScale({ figure: "weights", sentence: "I am good", dim: 64 }));
 *
 * Every parameter is a key of the state: figure, view, sentence, dim, seed, theme, lang, hide, … Those of an element that stands
 * may be set again: element.dim = 16.
 */
import "./embed.js";

/** @returns the element, live, as a node to show */
export function attentionScale(parameters = {}) {
  const element = document.createElement("attention-scale");
  for (const [key, value] of Object.entries(parameters)) element.setAttribute(key, value);
  return element;
}
