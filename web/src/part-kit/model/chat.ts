/** The one chat of a page, which the parts of its chapter share. */
import { edition } from "../../experiments/edition.js";
import { ChatSession } from "../../language/chat-session.js";
import type { PartView, Words } from "../../part-kit/part-view.js";
import { PROMPTS } from "./prompts.js";

type View = PartView<Words>;

/** The prompt of the state; where it has none, the first one of the page's language. */
export const promptOf = ({ state, page }: Pick<View, "state" | "page">): string =>
  state.prompt === "" ? PROMPTS[page.language][0] : state.prompt;

export function chatOf(view: View): ChatSession {
  const chat = view.shared("chat", () => new ChatSession(view.changed, () => edition.language()));
  chat.propose(promptOf(view));
  return chat;
}
