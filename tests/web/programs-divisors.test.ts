/** The NumPy programs of the chapter "Which divisor", which are also the goldens of its numbers. */
import { describe, expect, it } from "vitest";
import { requestOf } from "../../web/src/attention/sentence-attention.js";
import { programOf } from "../../web/src/export/program.js";
import { fittingHeads } from "../../web/src/keys/key.js";
import { bugOf } from "../../web/src/parts/bugs/experiments.js";
import { BUGS } from "../../web/src/parts/bugs/mistakes.js";
import { against, DRAWN_RULES, RULES, rulesOf } from "../../web/src/parts/choices/experiments.js";
import { type LaterPart, readFragment } from "../../web/src/state/state.js";
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
