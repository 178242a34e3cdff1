/** The questions about published models: what they ask of is in the atlas, and no answer pays alone. */
import { describe, expect, it } from "vitest";
import { programOf } from "../../web/src/export/program.js";
import { loadModels, timesRoot } from "../../web/src/parts/atlas/models.js";
import { ten } from "../../web/src/parts/quiz/experiments.js";
import { DRAWN, guessed, isYes, POOL } from "../../web/src/parts/quiz/pool.js";
import { readFragment } from "../../web/src/state/state.js";
import { en } from "../../web/src/text/en/quiz.js";
import { zh } from "../../web/src/text/zh/quiz.js";
import { engine } from "../loaded-engine.js";
import { found, printedBlocks, sums, wrongIn } from "./printed-blocks.js";
import { WORDS } from "./program-cases.js";
import { python } from "./python.js";

const models = await loadModels();
const pool = POOL.map(([id, asked]) => {
  const model = models.find((each) => each.id === id);
  if (model === undefined) throw new Error(`The atlas has no ${id}.`);
  return { model, asked, right: isYes(model, asked), guess: guessed(asked) };
});
const share = (is: (item: (typeof pool)[number]) => boolean) =>
  pool.filter(is).length / pool.length;

describe("the questions about published models", () => {
  it("are about different models, as many as the text says", () => {
    expect(new Set(pool.map(({ model }) => model.id)).size).toBe(pool.length);
    for (const { text } of [en, zh]) expect(text[0]).toContain(` ${pool.length} `);
    for (const { model } of pool) {
      const [first, ...others] = model.factors;
      // A sentence tells of one factor.
      expect(others.filter(({ factor }) => factor !== first.factor)).toEqual([]);
      expect(timesRoot(model, first)).not.toBeNull();
    }
  });

  it("give nobody an advantage who always says yes, or no, or 1/√dₖ", () => {
    for (const paid of [
      share(({ right }) => right),
      share(({ right, guess }) => right === guess),
    ]) {
      expect(paid).toBeGreaterThan(0.4);
      expect(paid).toBeLessThan(0.6);
    }
  });

  it("have the answers that the code of some models is known for", () => {
    const answers = new Map(pool.map(({ model, right }) => [model.id, right]));
    for (const id of ["gpt-neo-1.3b", "t5-small", "gpt-oss-120b", "gemma-2-27b", "llama-2-7b"]) {
      expect([id, answers.get(id)]).toEqual([id, false]);
    }
    for (const id of ["gemma-2-9b", "granite-3-8b", "deepseek-v4-flash", "bloom-7b"]) {
      expect([id, answers.get(id)]).toEqual([id, true]);
    }
  });

  it.each([26, 0, 4294967295])(
    "are drawn, answered and scored by the program as here: %d",
    async (quizseed) => {
      const { state } = readFragment(`quizseed=${quizseed}`);
      const drawn = found(ten.run(engine, state)).flatMap((place) => pool[place] ?? []);
      expect(drawn.length).toBe(DRAWN);
      const isHit = ({ right, guess }: (typeof pool)[number]) => right === guess;
      const expected = {
        "factor times the root of d": sums(
          drawn.map(({ model }) => timesRoot(model, model.factors[0]) ?? 0),
        ),
        "yes is right, 1/sqrt(d) says yes": drawn.flatMap(({ right, guess }) => [
          Number(right),
          Number(guess),
        ]),
        "right answers of 1/sqrt(d): of the ten, of all": [
          drawn.filter(isHit).length,
          pool.filter(isHit).length,
        ],
      };
      const printed = printedBlocks(python(await programOf("quiz", state, WORDS)));
      expect(wrongIn(expected, printed)).toEqual([]);
    },
  );
});
