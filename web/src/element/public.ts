/** The types of dist/embed.js: the element <attention-scale> and the event it fires. */
import type { GivenTensor } from "../own/given.js";
import type { State } from "../state/state.js";

export type { GivenNumbers, GivenTensor, GivenTexts } from "../own/given.js";
export type { State } from "../state/state.js";

type Settable<T> = T extends number ? T | string : T extends string | null ? T : string;

/**
 * The keys of the page's address, one attribute each: live when changed, by attribute or property.
 * Without one a key has its start.
 */
export type AttentionScaleAttributes = {
  -readonly [K in keyof State]?: Settable<State[K]> | undefined;
} & {
  /**
   * A whole state, as it stands behind the # in a link of the page. The attributes of single keys
   * go before it.
   */
  state?: string | null | undefined;
  /** The address of the whole page, where links lead. */
  home?: string | null | undefined;
  /** No attribute: the tensors that the view `own` opens with. Another list replaces them. */
  tensors?: readonly GivenTensor[] | null | undefined;
};

export interface AttentionScale
  extends HTMLElement,
    Omit<AttentionScaleAttributes, "state" | "lang"> {
  /**
   * The whole state: read from the attributes and changed by the reader. A text sets the attribute;
   * a state is left out with a sentence in the element, and stands in the type because TypeScript
   * up to 5.0 asks for it.
   */
  get state(): State;
  set state(fragment: State | string | null | undefined);
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
