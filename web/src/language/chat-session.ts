/** The one chat of a page, which its three parts share. */
import type { LaneHeads, Rival } from "./api.js";
import type { Chat, Conversation, Curve, Loading } from "./chat.js";

export class ChatSession implements Chat {
  readonly loading: Loading = {
    ...{ phase: "none", received: 0, total: 0, stored: false, problem: null },
  };
  readonly conversation: Conversation = {
    recorded: true,
    request: {
      ...{ prompt: "", lanes: [{ exponent: 0 }, { exponent: 0.5 }], temperature: 0, seed: 13 },
    },
    steps: [[], []],
    ended: ["end", "end"],
  };
  readonly heads: readonly [LaneHeads, LaneHeads] | null = null;
  readonly curve: Curve = { recorded: true, points: [], running: false, only: undefined };

  lens(): readonly (readonly Rival[])[] | null {
    return null;
  }

  measure(): void {
    this.stop();
  }

  stop(): void {
    // Nothing is under way.
  }

  end(): void {
    this.stop();
  }
}
