/** The question of the first chapter: what a larger d does to the largest weights of the reader's sentence. */
import type { TemplateResult } from "lit";
import { requestOf } from "../../attention/sentence-attention.js";
import { sharedCalculator } from "../../experiments/shared.js";
import { Memo } from "../../memo.js";
import type { Page } from "../../page/page.js";
import { choiceGroup, type Settled } from "../../questions/question.js";
import type { en } from "../../text/en/matrices.js";
import { weight } from "../../text/numbers.js";
import { wordsOf } from "../../text/words.js";

const WORDS = wordsOf<typeof en>("matrices");

/** Differences below this are not visible in the pictures. */
const LITTLE = 0.005;

/** The smallest of the rows' largest weights, undivided, at both d. */
type Peaks = readonly [before: number, after: number];

const memo = new Memo();

/** Measures them; each sentence and seed once. @returns null until they are there, after which `changed` is called */
function peaksOf(page: Page, changed: () => void): Peaks | null {
  const words = page.attention.result?.request.words ?? [];
  const { seed, projections } = page.state;
  const found = memo.of<{ peaks: Peaks | null }>(
    "peaks",
    [words.join(" "), seed, projections],
    () => {
      const kept: { peaks: Peaks | null } = { peaks: null };
      const peakAt = async (dim: number) => {
        const calculator = await sharedCalculator();
        const request = requestOf({ ...page.state, vectors: "random", dim }, words);
        return new Promise<number>((resolve, reject) =>
          calculator.ask(request, ({ unscaled: { peak } }) => resolve(Math.min(...peak)), reject),
        ).finally(() => calculator.end());
      };
      Promise.all([peakAt(64), peakAt(256)]).then(
        (peaks) => {
          kept.peaks = peaks;
          changed();
        },
        // The page itself tells why its engine does not answer.
        () => undefined,
      );
      return kept;
    },
  );
  return found.peaks;
}

/** @param changed called when the page is to be rendered anew */
export function matricesQuestion(page: Page, changed: () => void): TemplateResult {
  const words = WORDS[page.language].question;
  const settle = (): Settled | null => {
    const peaks = peaksOf(page, changed);
    if (peaks === null) return null;
    const [before, after] = peaks;
    const right = after > before + LITTLE ? 0 : after < before - LITTLE ? 2 : 1;
    return { right, why: words.why(weight(before), weight(after)) };
  };
  return choiceGroup(page, "matrices", words, settle);
}
