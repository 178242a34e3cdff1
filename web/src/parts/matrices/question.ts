/** The question of the first chapter: what a larger d does to the largest weights of the reader's sentence. */
import type { TemplateResult } from "lit";
import { requestOf } from "../../attention/sentence-attention.js";
import { sharedCalculator } from "../../experiments/shared.js";
import { Memo } from "../../memo.js";
import type { Page } from "../../page/page.js";
import { choiceGroup, type Settled } from "../../questions/question.js";
import type { Language } from "../../state/state.js";
import { weight } from "../../text/numbers.js";
import { type Rich, rich, unscaled } from "../../text/rich.js";

interface QuestionWords {
  readonly ask: Rich;
  readonly answers: readonly string[];
  readonly why: (before: string, after: string) => Rich;
}

const WORDS: Readonly<Record<Language, QuestionWords>> = {
  en: {
    ask: rich`${unscaled("Without the division")}, d goes from 64 to 256. What becomes of the largest weight of each row?`,
    answers: ["it rises towards 1", "it stays", "it falls"],
    why: (before, after) =>
      rich`The smallest of them is ${unscaled(before)} at d = 64 and ${unscaled(after)} at d = 256. Four times the d, twice the spread of the scores: the leading word is usually further ahead. One draw may differ; Resample shows others.`,
  },
  zh: {
    ask: rich`${unscaled("不缩放")}，d 从 64 变到 256。每一行的最大权重会怎样？`,
    answers: ["升向 1", "不变", "下降"],
    why: (before, after) =>
      rich`其中最小的在 d = 64 时是 ${unscaled(before)}，在 d = 256 时是 ${unscaled(after)}。d 变为四倍，分数散开到两倍：领先的词通常领先得更多。个别抽样可能不同；换一组随机数就能看到别的。`,
  },
};

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
  const words = WORDS[page.language];
  const settle = (): Settled | null => {
    const peaks = peaksOf(page, changed);
    if (peaks === null) return null;
    const [before, after] = peaks;
    const right = after > before + LITTLE ? 0 : after < before - LITTLE ? 2 : 1;
    return { right, why: words.why(weight(before), weight(after)) };
  };
  return choiceGroup(page, "matrices", words, settle);
}
