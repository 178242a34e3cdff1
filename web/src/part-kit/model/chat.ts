/** The one chat of a page, which the parts of its chapter share. */
import { edition } from "../../experiments/edition.js";
import type { LaneSettings } from "../../language/api.js";
import { ChatSession } from "../../language/chat-session.js";
import { superscript } from "../../text/numbers.js";
import type { PartView, Words } from "../part-view.js";
import { PROMPTS } from "./prompts.js";

type View = PartView<Words>;

/** The prompt of the state; where it has none, the first one of the page's language. */
export const promptOf = ({ state, page }: Pick<View, "state" | "page">): string =>
  state.prompt === "" ? PROMPTS[page.language === "zh" ? "zh" : "en"][0] : state.prompt;

export function chatOf(view: View): ChatSession {
  const chat = view.shared("chat", () => new ChatSession(view.changed, () => edition.language()));
  chat.propose(promptOf(view));
  return chat;
}

interface LaneWords extends Words {
  readonly inside: string;
  readonly divided: string;
  readonly dividedBy: (power: string) => string;
}

/** How a lane divides. */
export const laneName = (
  { text, common }: PartView<LaneWords>,
  { exponent, insideWeights }: LaneSettings,
): string =>
  insideWeights
    ? text.inside
    : exponent === 0
      ? common.legend.unscaled
      : exponent === 0.5
        ? text.divided
        : text.dividedBy(superscript(exponent));
