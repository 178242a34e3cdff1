/**
 * The question of the first chapter: how sharp the least sharp row of the reader's sentence is at a
 * larger d. That the rows become sharper stands at the top of the page; how fast does not.
 */
import type { TemplateResult } from "lit";
import { requestOf } from "../../attention/sentence-attention.js";
import { sharedCalculator } from "../../experiments/calculator.js";
import type { Page } from "../../page/page.js";
import { choiceGroup, type Settled, type Unsettled } from "../../questions/question.js";
import type { State } from "../../state/state.js";
import type { en } from "../../text/en/matrices.js";
import { weight } from "../../text/numbers.js";
import { rich } from "../../text/rich.js";
import { textsOf } from "../../text/words.js";
import { Work } from "../../work.js";

const TEXTS = textsOf<typeof en>("matrices");

/** A row's largest weight above the first is nearly all, above the second much. */
const SHARP_PEAKS = [0.99, 0.9] as const;

/** The smallest of the rows' largest weights, undivided, at the small d and at the large one. */
interface Peaks {
  readonly before: number;
  readonly after: number;
}

/** The place of the right answer: more than 99 %, 90 to 99 %, or less. */
function answerTo({ after }: Peaks): number {
  const place = SHARP_PEAKS.findIndex((least) => after > least);
  return place < 0 ? SHARP_PEAKS.length : place;
}

/** The measured peaks of each page, and the sentence and the seed that they belong to. */
const measured = new WeakMap<Page, { readonly key: string; readonly peaks: Work<Peaks> }>();

async function peakAt(state: State, words: readonly string[], dim: number): Promise<number> {
  const calculator = await sharedCalculator();
  const request = requestOf({ ...state, vectors: "random", dim }, words);
  const answer = new Promise<number>((resolve, reject) =>
    calculator.ask(request, ({ unscaled: { peak } }) => resolve(Math.min(...peak)), reject),
  );
  return answer.finally(() => calculator.end());
}

/**
 * Measures them; the sentence and the seed of a page once.
 * @param changed called when they are there, or have failed
 */
function peaksOf(page: Page, changed: () => void): Work<Peaks> {
  const { state, attention } = page;
  const words = attention.result?.request.words ?? [];
  const key = JSON.stringify([words, state.seed, state.projections]);
  const known = measured.get(page);
  if (known?.key === key) return known.peaks;
  const measurePeaks = async (): Promise<Peaks> => {
    const [before, after] = await Promise.all([
      peakAt(state, words, 64),
      peakAt(state, words, 256),
    ]);
    return { before, after };
  };
  const peaks = new Work(measurePeaks, { changed });
  measured.set(page, { key, peaks });
  peaks.start();
  return peaks;
}

/** Measures again what has failed. */
export const retryQuestion = (page: Page): void => measured.get(page)?.peaks.retry();

/** @param changed called when the page is to be rendered anew */
export function matricesQuestion(page: Page, changed: () => void): TemplateResult {
  const words = TEXTS[page.language].question;
  const settle = (): Settled | Unsettled | null => {
    const { value: peaks, problem } = peaksOf(page, changed);
    if (problem !== null) return { problem };
    if (peaks === null) return null;
    const { before, after } = peaks;
    return {
      right: answerTo(peaks),
      why: rich(words.why, { before: weight(before), after: weight(after) }),
    };
  };
  return choiceGroup(page, "matrices", words, settle, undefined, { dim: 256 });
}
