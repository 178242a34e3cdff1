/** The one chat of a page, which the parts of its chapter share. */
import { ChatSession } from "../../language/chat-session.js";
import type { PartView, Words } from "../../part-kit/part-view.js";

export const chatOf = (view: PartView<Words>): ChatSession =>
  view.shared("chat", () => new ChatSession());
