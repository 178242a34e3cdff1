/** The one chat of a page, which the parts of its chapter share. */
import { edition } from "../../experiments/edition.js";
import type { LaneSettings } from "../../language/api.js";
import { ChatSession } from "../../language/chat-session.js";
import { powerText } from "../../text/numbers.js";
import { say } from "../../text/rich.js";
import type { PartView } from "../part-view.js";
import { sharedObject } from "../shared.js";

/** Questions to which this model has something to say; the first of each language is recorded. */
export const PROMPTS = {
  en: ["What is the capital of France?", "What is 2+3?", "Hello!", "Tell me a joke."],
  zh: [
    "中国的首都是哪里？",
    "水的化学式是什么？",
    "一年有几个月？",
    "太阳系最大的行星是哪颗？",
    "世界上最高的山是哪座？",
  ],
} as const;

type View = PartView;

/** The prompt of the state; where it has none, the first one of the page's language. */
export const promptOf = ({ state, page }: Pick<View, "state" | "page">): string =>
  state.prompt === "" ? PROMPTS[page.language === "zh" ? "zh" : "en"][0] : state.prompt;

const sessionOf = sharedObject(({ changed }) => new ChatSession(changed, () => edition.language()));

export function pageChat(view: View): ChatSession {
  const chat = sessionOf(view);
  chat.propose(promptOf(view));
  return chat;
}

/** How a lane divides. */
export const divisionName = (
  { common: { legend } }: View,
  { exponent, insideWeights }: LaneSettings,
) => {
  if (insideWeights) return legend.inside;
  if (exponent === 0) return legend.unscaled;
  return say(legend.divided, { by: powerText("64", exponent) });
};
