/** The state of an embed, that is of an element in a page of someone else, where it differs from that of the page. */
import { DEFINITIONS, START, type State } from "./state.js";

/** What an embed shows before any attribute says otherwise: no header and no footer, in the light of the page around it. */
export const EMBED_START: State = {
  ...START,
  hide: new Set(["header", "footer"]),
  theme: "host",
};

const { hide } = DEFINITIONS;
const HIDDEN = hide.write(EMBED_START.hide);

/** The same state for the page itself, where links lead: what an embed has by itself is no choice of its reader. */
export const forPage = (state: State): State => ({
  ...state,
  theme: state.theme === EMBED_START.theme ? START.theme : state.theme,
  hide: hide.write(state.hide) === HIDDEN ? START.hide : state.hide,
});

/** The same state for the page in a frame, which has to be told what an embed has by itself. */
export const forFrame = (state: State): State => ({
  ...state,
  theme: state.theme === START.theme ? EMBED_START.theme : state.theme,
  hide: state.hide.size === 0 ? EMBED_START.hide : state.hide,
});
