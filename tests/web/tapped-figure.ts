/** The picture that can be tapped, of a state, with all that is pasted with it. */
import { estimateWidth } from "../../web/src/draw/svg.js";
import { pastedFigure } from "../../web/src/export/wechat.js";
import {
  EXAMPLE_WORDS,
  type Language,
  START,
  type State,
  writeFragment,
} from "../../web/src/state/state.js";
import { readWords } from "../../web/src/state/words.js";
import { TEXTS } from "../../web/src/text/index.js";
import { everyWord } from "../../web/src/text/words.js";
import { engine } from "../loaded-engine.js";

await everyWord();

export const SITE = "https://example.org/attention-scale/";

export const pageOf = (language: Language, state: State, site = SITE) => ({
  text: TEXTS[language],
  language,
  state,
  addressOf: (shown: State) => `${site}#${writeFragment(shown)}`,
});

export function pasted(language: Language, change: Partial<State>, site = SITE) {
  const state = { ...START, ...change };
  const words = state.vectors === "example" ? EXAMPLE_WORDS : readWords(state.sentence).words;
  const figure = { part: "matrices", inputs: { state, words } } as const;
  return pastedFigure(figure, engine, pageOf(language, state, site), estimateWidth, "sans-serif");
}
