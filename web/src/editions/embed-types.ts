/** The types of dist/embed.js: the element <attention-scale> and the event it fires. */
import type { State } from "../state/state.js";

export type { State } from "../state/state.js";

/** Its attributes are the keys of the page's address; they are live when changed. */
export interface AttentionScale extends HTMLElement {
  /** The whole state: read from the attributes and changed by the reader. */
  readonly state: State;
}

/** Fired when the reader has changed something and the change has settled. */
export type AttentionScaleChangeEvent = CustomEvent<{ readonly state: State }>;

declare global {
  interface HTMLElementTagNameMap {
    "attention-scale": AttentionScale;
  }
  interface HTMLElementEventMap {
    "attention-scale-change": AttentionScaleChangeEvent;
  }
}
