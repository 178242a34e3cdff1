/** The question of the first chapter: what a larger d does to the largest weights of the reader's sentence. */
import type { TemplateResult } from "lit";
import { requestOf } from "../../attention/sentence-attention.js";
import { sharedCalculator } from "../../experiments/calculator.js";
import type { Page } from "../../page/page.js";
import { choiceGroup, type Settled } from "../../questions/question.js";
import type { State } from "../../state/state.js";
import type { en } from "../../text/en/matrices.js";
import { weight } from "../../text/numbers.js";
import { rich } from "../../text/rich.js";
import { wordsOf } from "../../text/words.js";

const WORDS = wordsOf<typeof en>("matrices");

/** Differences below this are not visible in the pictures. */
const LITTLE = 0.005;

/** The smallest of the rows' largest weights, undivided, at both d. */
type Peaks = readonly [before: number, after: number];

/** By the sentence and the seed; null until they are there. */
const measured = new Map<string, Peaks | null>();

async function peakAt(state: State, words: readonly string[], dim: number): Promise<number> {
  const calculator = await sharedCalculator();
  const request = requestOf({ ...state, vectors: "random", dim }, words);
  const answer = new Promise<number>((resolve, reject) =>
    calculator.ask(request, ({ unscaled: { peak } }) => resolve(Math.min(...peak)), reject),
  );
  return answer.finally(() => calculator.end());
}

/** Measures them; each sentence and seed once. @returns null until they are there, after which `changed` is called */
function peaksOf({ state, attention }: Page, changed: () => void): Peaks | null {
  const words = attention.result?.request.words ?? [];
  const key = JSON.stringify([words, state.seed, state.projections]);
  const found = measured.get(key);
  if (found !== undefined) return found;
  measured.set(key, null);
  const both = Promise.all([peakAt(state, words, 64), peakAt(state, words, 256)]);
  // The page itself tells why its engine does not answer.
  both
    .then((peaks) => measured.set(key, peaks))
    .then(
      () => changed(),
      () => undefined,
    );
  return null;
}

/** @param changed called when the page is to be rendered anew */
export function matricesQuestion(page: Page, changed: () => void): TemplateResult {
  const words = WORDS[page.language].question;
  const settle = (): Settled | null => {
    const peaks = peaksOf(page, changed);
    if (peaks === null) return null;
    const [before, after] = peaks;
    const right = after > before + LITTLE ? 0 : after < before - LITTLE ? 2 : 1;
    return { right, why: rich(words.why, { before: weight(before), after: weight(after) }) };
  };
  return choiceGroup(page, "matrices", words, settle);
}
