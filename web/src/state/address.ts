/** The fragment of the page's address: the one it has, and the one for a state. */
import { type State, writeFragment } from "./state.js";

/** The fragment of a frozen page: one file that opens in the state in which it was downloaded. */
const frozen = (): string => document.querySelector("attention-scale")?.getAttribute("state") ?? "";

/** The fragment of the present address; that of the frozen page where the address has none. */
export const fragmentHere = (): string => location.hash.replace(/^#/, "") || frozen();

/**
 * The fragment of the start in a frozen page, where an empty one would give the frozen state. It names a value that the start
 * has in every edition, so the link shows the start in the hosted page as well.
 */
const EXPLICIT_START = "view=page";

/** The fragment that recreates a state at this address. */
export const fragmentFor = (state: State): string =>
  writeFragment(state) || (frozen() === "" ? "" : EXPLICIT_START);
