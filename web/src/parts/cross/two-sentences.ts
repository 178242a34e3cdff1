/** What the two sentences ask of the engine: the example's pair with its vectors, or any words with drawn ones. */

import { matrixOfRows } from "../../attention/matrices.js";
import { type AttentionRequest, requestOf } from "../../attention/sentence-attention.js";
import { LatestAttention } from "../../page/latest-attention.js";
import { Pointing } from "../../page/pointing.js";
import type { PartView, Shared } from "../../part-kit/part-view.js";
import { SecondSentence } from "../../part-kit/second-sentence.js";
import { SECOND_VECTORS, SECOND_WORDS } from "../../part-kit/second-words.js";
import { same } from "../../same.js";
import { chapterStart } from "../../state/chapters.js";
import { EXAMPLE_WORDS, type State } from "../../state/state.js";

type Page = PartView["page"];

/**
 * Whether the words are the example's pair, which has its own vectors wherever it stands. The start of the chapter shows that
 * pair too, although its sentence is a longer one.
 */
export function isExamplePair(
  state: State,
  words: readonly string[],
  second: readonly string[],
): boolean {
  if (state.vectors === "example") return true;
  const first =
    state.sentence === chapterStart(state).sentence || same([...words], [...EXAMPLE_WORDS]);
  return first && same([...second], SECOND_WORDS);
}

export function crossRequest(
  state: State,
  words: readonly string[],
  second: readonly string[],
): AttentionRequest {
  if (!isExamplePair(state, words, second)) return { ...requestOf(state, words), keyWords: second };
  const request = requestOf({ ...state, vectors: "example" }, EXAMPLE_WORDS);
  const vectors = { queries: matrixOfRows(state.x), keys: matrixOfRows(SECOND_VECTORS) };
  return { ...request, keyWords: SECOND_WORDS, vectors };
}

/** The newest answer, and the cell of it that is pointed at. */
export class TwoSentences implements Shared {
  readonly latest: LatestAttention;
  readonly pointer: Pointing;
  readonly second = new SecondSentence();

  constructor(view: PartView) {
    const { changed, page } = view;
    const latest = new LatestAttention(changed);
    latest.start();
    this.latest = latest;
    const host = {
      get state() {
        return page.state;
      },
      ...{ set: (change: Partial<State>) => page.set(change) },
      ...{ requestUpdate: changed, attention: latest },
    };
    this.pointer = new Pointing(host, "pair");
  }

  ask(page: Page): void {
    const { state, attention } = page;
    this.second.read(page);
    const words = attention.words ?? attention.result?.request.words;
    if (words !== undefined) this.latest.ask(crossRequest(state, words, this.second.words));
  }

  get answered(): boolean {
    const { complete, problem, failure } = this.latest;
    return complete || problem !== null || failure !== null;
  }

  end(): void {
    this.latest.stop();
  }
}
