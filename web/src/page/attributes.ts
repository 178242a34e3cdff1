/** The element's attributes: one a key of the state, and `state`, which holds a whole fragment. */
import { EMBED_START } from "../state/embedded.js";
import {
  type Junk,
  KEYS,
  readFragment,
  readValue,
  type State,
  writeFragment,
} from "../state/state.js";

/** Attributes of single keys count more than this one. */
const STATE = "state";

export const ATTRIBUTES: readonly string[] = [STATE, ...KEYS];

/** A state, and the values that were not understood. */
export interface Read {
  readonly state: State;
  readonly junk: readonly Junk[];
}

const AT_START = writeFragment(EMBED_START);

/** What the attribute `state` says after the start of an embed: of a key given twice the last counts. */
const readState = (element: Element): Read =>
  readFragment(`${AT_START}&${(element.getAttribute(STATE) ?? "").replace(/^#/, "")}`);

/** Reads the attribute of a key; without it the key has its value in the attribute `state`. */
function readKey(element: Element, key: keyof State, { state, junk }: Read): Read {
  const text = element.getAttribute(key);
  const value = text === null ? readState(element).state[key] : readValue(key, text);
  const others = junk.filter((one) => one.key !== key);
  return value === undefined
    ? { state, junk: [...others, { key, value: text ?? "", known: true }] }
    : { state: { ...state, [key]: value }, junk: others };
}

/** State and junk after an attribute has changed. */
export function readAttribute(element: Element, name: string, before: Read): Read {
  if (name === STATE) {
    const given = KEYS.filter((key) => element.hasAttribute(key));
    return given.reduce<Read>((read, key) => readKey(element, key, read), readState(element));
  }
  const key = KEYS.find((known) => known === name);
  return key === undefined ? before : readKey(element, key, before);
}
