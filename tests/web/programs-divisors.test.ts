/** The NumPy programs of the chapter "Which divisor", which are also the goldens of its numbers. */
import { describe, expect, it } from "vitest";
import { requestOf } from "../../web/src/attention/sentence-attention.js";
import { programOf } from "../../web/src/export/program.js";
import { fittingHeads } from "../../web/src/keys/key.js";
import { bugOf } from "../../web/src/parts/bugs/experiments.js";
import { BUGS } from "../../web/src/parts/bugs/mistakes.js";
import { against, DRAWN_RULES, RULES, rulesOf } from "../../web/src/parts/choices/experiments.js";
import { followedOf } from "../../web/src/parts/libraries/experiments.js";
import { RELEASES } from "../../web/src/parts/libraries/table.js";
import { type LaterPart, readFragment, type State } from "../../web/src/state/state.js";
import { engine } from "../loaded-engine.js";
import { type Expected, found, printedBlocks, sums, wrongIn } from "./printed-blocks.js";
import { WORDS } from "./program-cases.js";
import { python } from "./python.js";

/** What differs between the program of a state and the numbers expected of it. */
async function wrong(part: LaterPart, link: string, words: readonly string[], expected: Expected) {
  const { state, junk } = readFragment(link);
  expect(junk).toEqual([]);
  return wrongIn(expected, printedBlocks(python(await programOf(part, state, words))));
}

describe("the NumPy program of choices", () => {
  it.each([
    "ruledraws=8",
    "ruledraws=9&ruleheads=8&wsize=10&gain=2&cap=5&neutral=100&against=keys&reached=entropy&drawseed=3",
    "ruledraws=8&vectors=example&wsize=3&against=dim&reached=slope&cap=2&rulekeys=300",
    "ruledraws=8&dim=1&wsize=30&against=dim&rulekeys=3",
  ])("prints the numbers of the page: %s", async (link) => {
    const { state } = readFragment(link);
    const attention = requestOf(state, WORDS);
    const { reached } = state;
    const ruleheads = fittingHeads(attention.dim, state.ruleheads);
    const request = { ...state, attention, dim: attention.dim, ruleheads };
    const ruled = rulesOf(engine, request);
    const ofSentence = RULES.map((rule): Expected => {
      const { weights, means, logit, gradient, share } = ruled[rule];
      const numbers = [means.entropy, means.peak, logit, gradient, share];
      return {
        [`${rule}: weights`]: sums(weights.data, 1),
        [`${rule}: entropy, largest weight, largest logit, gradient, share`]: sums(numbers),
      };
    });
    const drawn = found(against.run(engine, request));
    const ofDraws = DRAWN_RULES.map((rule, j) => ({
      [`${rule}: median of the ${reached} for each ${state.against}`]: sums(
        drawn[reached].median.filter((_, i) => i % DRAWN_RULES.length === j),
        1,
      ),
    }));
    const expected = Object.assign({}, ...ofSentence, ...ofDraws);
    expect(await wrong("choices", link, WORDS, expected)).toEqual([]);
  });
});

const softmaxOf = (logits: readonly number[]) => [...engine.softmax(logits)];
/** A vector of 80 numbers, of which only the first is not 0. */
const first80 = (first: number) => [first, ...new Array(79).fill(0)];

describe("the NumPy program of libraries", () => {
  const rows: Expected = {
    factor: softmaxOf([8 / Math.sqrt(80), 0]),
    "where the root is taken": [1, 0],
    "causal, 2 queries on 4 keys": [1 / 3, 1 / 3, 1 / 3, 0, 0.25, 0.25, 0.25, 0.25],
    "one query on 4 keys": [0.25, 0.25, 0.25, 0.25],
    "masked row": [0, 0, 0, 0, ...softmaxOf([3, 2, 1, 0].map((key) => (8 * key) / Math.sqrt(80)))],
    "true in a mask": [1, 0],
    "cap and mask": [
      ...softmaxOf([3, 1].map((key) => 2 * Math.tanh((4 * key) / Math.sqrt(80)))),
      0,
    ],
    "q·k of 70,000": [1, 0],
    "sum of weights": [1],
    "heads of keys": [0, 0, 1, 1],
  };
  /** The rule of a row with this cell, on the sentence. */
  const ruled = (state: State, cell: string) => {
    const { library, version } = RELEASES.find(
      ({ cells }) => cells[state.followed] === cell,
    ) as (typeof RELEASES)[number];
    const request = {
      ...state,
      attention: requestOf(state, WORDS),
      library: `${library}-${version}`,
    };
    return [...(followedOf(engine, request).theirs?.data ?? [])];
  };
  it.each([
    ["followed=masked-row", ["zero", "mean", "unmasked"]],
    ["followed=causal&dim=33", ["lower-right", "upper-left"]],
    ["followed=cap-order&vectors=example", ["cap-first", "mask-first"]],
  ])("prints the rows as they are meant, and the sentence: %s", async (link, cells) => {
    const { state } = readFragment(link);
    const ofSentence = cells.map((cell) => [cell, sums(ruled(state, cell), 1)]);
    const { queries, keys } = engine.attentionGradient(
      [8, 8].map(first80),
      [3, 2, 1, 0].map(first80),
      [0, 1, 2, 3].map((row) => Array.from({ length: 4 }, (_, col) => Number(row === col))),
      [
        [0, 0, 0, 0],
        [1, 2, 3, 4],
      ],
      { mask: [0, 1].map((open) => new Array(4).fill(open === 1)) },
    );
    const firsts = [queries, keys].flatMap(({ data }) =>
      [...data].filter((_, at) => at % 80 === 0),
    );
    const expected = {
      ...rows,
      "gradients of queries and keys": sums(firsts, 1),
      ...Object.fromEntries(ofSentence),
    };
    expect(await wrong("libraries", link, WORDS, expected)).toEqual([]);
  });
});

describe("the NumPy program of bugs", () => {
  it.each([
    ...BUGS.map((bug) => `bug=${bug}`),
    "bug=width&vectors=example",
    "bug=masked&vectors=example",
    "bug=length&dim=150&seed=4",
    "bug=rotary&dim=2",
    "bug=yarn&dim=192",
    "bug=cap&dim=1024&seed=2",
  ])("prints the numbers of the page: %s", async (link) => {
    const { state } = readFragment(link);
    const attention = requestOf(state, WORDS);
    const result = bugOf(engine, { attention, bug: state.bug });
    const of = (side: "wrong" | "right", name: string): Expected => ({
      [`${name}: weights`]: result[side].weights.data,
      [`${name}: entropy`]: sums(result[side].entropy),
      [`${name}: gradient`]: sums(result[side].gradient, 1),
    });
    const expected = { ...of("wrong", "with the mistake"), ...of("right", "without it") };
    expect(await wrong("bugs", link, WORDS, expected)).toEqual([]);
  });
});
