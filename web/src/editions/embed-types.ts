/** The types of dist/embed.js: the element <attention-scale> and the event it fires. */
import type { State } from "../state/state.js";

export type { State } from "../state/state.js";

/** Its attributes are the keys of the page's address; they are live when changed. */
export interface AttentionScale extends HTMLElement {
  /** All of what the element shows, read from its attributes and changed by the reader. */
  readonly state: State;
}

/** Fired by the element when its reader has changed something and rests. */
export type AttentionScaleChangeEvent = CustomEvent<{ readonly state: State }>;

declare global {
  interface HTMLElementTagNameMap {
    "attention-scale": AttentionScale;
  }
  interface HTMLElementEventMap {
    "attention-scale-change": AttentionScaleChangeEvent;
  }
}
