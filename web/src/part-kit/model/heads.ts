/** The heads of the last answer, as the parts of the chapter share them. */
import { oneFor } from "../../belonging.js";
import { HEADS } from "../../keys/inside.js";
import type { Heads } from "../../language/chat-session.js";
import { recordedHeads } from "../../language/recorded.js";
import type { State } from "../../state/state.js";
import type { PartView } from "../part-view.js";
import { pageChat } from "./chat.js";

/** The layer of a head, and its number there, from 1. */
export const numberOf = (head: number) =>
  [Math.floor(head / HEADS) + 1, (head % HEADS) + 1] as const;

/** The head that is held, from 0. */
export const heldHeadOf = ({ modellayer, modelhead }: State): number =>
  (modellayer - 1) * HEADS + modelhead - 1;

export function holdHead({ page }: PartView, head: number): void {
  const [modellayer, modelhead] = numberOf(head);
  page.set({ modellayer, modelhead });
}

/** Reads the recorded heads, which may come while the part is out of sight. */
const recordedRead = oneFor(({ changedAnew }: PartView) =>
  recordedHeads().then(changedAnew, changedAnew),
);

/** The heads of both lanes; null while they are not known. @param large as of `ChatSession.heads` */
export function headsOf(view: PartView, large: readonly number[]): Heads | null {
  const chat = pageChat(view);
  const lanes = chat.heads(large);
  if (lanes === null && chat.headsOf.recorded) recordedRead(view);
  return lanes;
}
