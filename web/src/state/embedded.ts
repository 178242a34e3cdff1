/**
 * The state of an embed, that is of an element in a page of someone else, where it differs from
 * that of the page.
 */
import { DEFINITIONS, START, type State } from "./state.js";

/**
 * What an embed shows before any attribute says otherwise: no header and no footer, in the light of
 * the page around it.
 */
export const EMBED_START: State = { ...START, hide: new Set(["header", "footer"]), theme: "host" };

const { hide } = DEFINITIONS;

/** The same state elsewhere: what it has as one place starts with, it has as the other does. */
const withStartOf =
  (from: State, to: State) =>
  (state: State): State => ({
    ...state,
    theme: state.theme === from.theme ? to.theme : state.theme,
    hide: hide.write(state.hide) === hide.write(from.hide) ? to.hide : state.hide,
  });

/**
 * The state for the page itself, where links lead: what an embed has by itself is no choice of its
 * reader.
 */
export const forPage = withStartOf(EMBED_START, START);

/** The state for the page in a frame, which has to be told what an embed has by itself. */
export const forFrame = withStartOf(START, EMBED_START);
