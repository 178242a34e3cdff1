/** Which state the address of the page asks for, and how a state is written into it. */
import { type State, writeFragment } from "./state.js";

/** A frozen page is one file that opens in the state it was taken in, which it holds as a fragment. */
const frozen = (): string => document.querySelector("attention-scale")?.getAttribute("state") ?? "";

export const fragmentHere = (): string => location.hash.replace(/^#/, "") || frozen();

/**
 * The start, in an address that needs a fragment: a frozen page without one shows its frozen state. It names a value that
 * the start has in every edition, so the link shows the start in the hosted page as well.
 */
const EXPLICIT_START = "view=page";

/** The fragment that recreates a state at this address. */
export const fragmentFor = (state: State): string =>
  writeFragment(state) || (frozen() === "" ? "" : EXPLICIT_START);
