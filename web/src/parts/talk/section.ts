import { html } from "lit";
import type { PartView, Section } from "../../part-kit/part-view.js";
import { chatOf } from "./chat.js";
import { en } from "./en.js";
import { zh } from "./zh.js";

function content(view: PartView<typeof en>): unknown {
  const chat = chatOf(view);
  return html`<p class="note">${chat.conversation.request.prompt}</p>`;
}

export const section: Section<typeof en> = {
  words: { en, zh },
  formulas: [],
  content,
};
