/** The way to the part where the model is loaded and asked. */
import { html, nothing, type TemplateResult } from "lit";
import { stateTarget } from "../../page/anchor.js";
import type { en } from "../../text/en/talk.js";
import { textsOf } from "../../text/words.js";
import { typeset } from "../../ui/rich.js";
import type { PartView } from "../part-view.js";

const texts = textsOf<typeof en>("talk");

/** In a page of others a part alone leads nowhere else. */
export function talkLink({ page }: PartView): TemplateResult | typeof nothing {
  if (!page.ownPage) return nothing;
  const { href, go } = stateTarget(page, { view: "model", at: "talk" });
  return html`<a href=${href} @click=${go}>${typeset(texts[page.language].heading)}</a>`;
}
