/** A model that a link names and the atlas does not have. */
import { html, nothing, type TemplateResult } from "lit";
import { say } from "../../text/rich.js";
import type { Model } from "./models.js";
import type { View } from "./view.js";

/** @param shown the model that stands in its place */
export function unknownModel(view: View, shown: Model): TemplateResult | typeof nothing {
  const { text, state } = view;
  if (state.model === "" || state.model === shown.id) return nothing;
  const told = say(text.unknown, { name: state.model, shown: shown.name });
  return html`<p class="problem" role="alert">${told}</p>`;
}
