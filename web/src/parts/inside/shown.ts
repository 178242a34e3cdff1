/** What the figures of the heads show, and how another head is held. */
import type { LaneHeads } from "../../language/api.js";
import { HEADS } from "../../language/sizes.js";
import { chatOf } from "../../part-kit/model/chat.js";
import type { PartView } from "../../part-kit/part-view.js";
import type { en } from "../../text/en/inside.js";

export type View = PartView<typeof en>;

/** What is shown: the heads of both lanes, and the head and the token in the light, from 0. */
export interface Shown {
  readonly lanes: readonly [LaneHeads, LaneHeads];
  /** Of the lanes: how they divide. */
  readonly titles: readonly string[];
  readonly head: number;
  readonly held: number;
  readonly at: number;
  readonly recorded: boolean;
  /** Whether the answer still comes. */
  readonly busy: boolean;
}

/** The head that the state holds, from 0. */
export const headOf = ({ modellayer, modelhead }: View["state"]) =>
  (modellayer - 1) * HEADS + modelhead - 1;

/** The layer of a head, and its number there, from 1. */
export const numberOf = (head: number) =>
  [Math.floor(head / HEADS) + 1, (head % HEADS) + 1] as const;

export function named({ text }: View, head: number): string {
  const [layer, own] = numberOf(head);
  return text.named(String(layer), String(own));
}

export function holdHead(view: View, head: number): void {
  const [modellayer, modelhead] = numberOf(head);
  view.page.set({ modellayer, modelhead });
}

/** The prompt and the exponent are those of the answer that is shown. */
export const inputsOf = (view: View) => {
  const { modellayer, modelhead, modelword } = view.state;
  const { prompt, lanes } = chatOf(view).headsOf.request;
  const { exponent } = lanes[1];
  return view.inputs(null, { modellayer, modelhead, modelword, prompt, exponent });
};
