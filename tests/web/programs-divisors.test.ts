/** The NumPy programs of the chapter "Which divisor", which are also the goldens of its numbers. */
import { describe, expect, it } from "vitest";
import { requestOf } from "../../web/src/attention/sentence-attention.js";
import { programOf } from "../../web/src/export/program.js";
import { fittingHeads } from "../../web/src/part-kit/fitting-heads.js";
import { bugOf, HEADS } from "../../web/src/parts/bugs/bugs.js";
import { type LaterPart, readFragment } from "../../web/src/state/state.js";
import { engine } from "./experiment-steps.js";
import { type Expected, printedBlocks, sums, wrongIn } from "./printed-blocks.js";
import { WORDS } from "./program-cases.js";
import { python } from "./python.js";

/** What differs between the program of a state and the numbers expected of it. */
async function wrong(part: LaterPart, link: string, words: readonly string[], expected: Expected) {
  const { state, junk } = readFragment(link);
  expect(junk).toEqual([]);
  return wrongIn(expected, printedBlocks(python(await programOf("numpy", part, state, words))));
}

describe("the NumPy program of bugs", () => {
  it.each([
    ...["width", "after", "twice", "both", "masked", "length"].map((bug) => `bug=${bug}`),
    ...["bug=width&vectors=example", "bug=masked&vectors=example", "bug=length&dim=150&seed=4"],
  ])("prints the numbers of the page: %s", async (link) => {
    const { state } = readFragment(link);
    const attention = requestOf(state, WORDS);
    const heads = state.bug === "width" ? fittingHeads(attention.dim, HEADS) : 1;
    const result = bugOf(engine, { attention, bug: state.bug, heads });
    const of = (side: "wrong" | "right", name: string): Expected => ({
      [`${name}: weights`]: result[side].weights.data,
      [`${name}: entropy`]: sums(result[side].entropy),
      [`${name}: gradient`]: sums(result[side].gradient, 1),
    });
    const expected = { ...of("wrong", "with the mistake"), ...of("right", "without it") };
    expect(await wrong("bugs", link, WORDS, expected)).toEqual([]);
  });
});
