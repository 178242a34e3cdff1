/**
 * What the page shows before the model's data is loaded is what the model says, to the digits that
 * are recorded.
 */
import { spawnSync } from "node:child_process";
import { inflateRawSync } from "node:zlib";
import { expect, it } from "vitest";
import { programOf } from "../../web/src/export/program.js";
import { conversations, recordedChat, recordedHeads } from "../../web/src/language/recorded.js";
import { START } from "../../web/src/state/state.js";
import { findNumPy } from "../../web/tools/requirements.mjs";
import { inProject } from "../../web/tools/run.mjs";
import { ALL } from "../all.js";
import { record } from "./recording.js";
import { opened } from "./trained-model.js";

it("has the digits of the model, and gives them in the shapes of the model's answers", async () => {
  const session = await opened();
  const { weights, ...rest } = await record(
    session,
    [0.5, 1],
    [{ layer: 3 }, { layer: 3, head: 1 }],
  );
  const { weights: recorded, recordedCurve, alone, ...others } = recordedChat;
  const some = { curve: [recordedCurve[5], recordedCurve[10]], alone: [alone[27], alone[29]] };
  expect(rest).toEqual({ ...others, ...some });
  expect(inflateRawSync(Buffer.from(recorded, "base64")).equals(weights)).toBe(true);

  // The rows of a prompt are the same however long its answer is.
  const [conversation] = conversations;
  const [, heads] = (await recordedHeads())[0] ?? [];
  if (conversation === undefined || heads === undefined) throw new Error("Nothing is recorded.");
  await session.answer(conversation.request, () => session.stop());
  const live = await session.heads(1, [...heads.weights.keys()]);
  expect(heads.tokens.slice(0, live.tokens.length)).toEqual(live.tokens);
  expect(conversation.steps[1].at(-1)?.answer).toBe("The capital of France is Paris.");
  const row = 20;
  const rows = [heads, live].map(({ weights, tokens: { length } }) =>
    [...weights.values()].flatMap((own) =>
      [...own.subarray(row * length, (row + 1) * length)].slice(0, live.tokens.length),
    ),
  ) as [number[], number[]];
  const off = rows[0].map((weight, i) => Math.abs(weight - (rows[1][i] ?? Number.NaN)));
  expect(Math.max(...off)).toBeLessThan(0.5 / recordedChat.levels + 1e-6);
});

// PyTorch, which npm run test:all installs, takes minutes for them.
it.runIf(ALL).each([0, 1])(
  "is what the chapter's program in PyTorch prints, from the same weights (prompt %i)",
  async (i) => {
    const { prompt, lanes } = recordedChat.prompts[i] ?? expect.fail();
    const undivided = i === 0 ? "all" : "head";
    const state = { ...START, prompt, undivided } as const;
    const [part, other] =
      i === 0 ? (["talk", "inside"] as const) : (["perplexity", "talk"] as const);
    const text = await programOf(part, state, []);
    expect(await programOf(other, state, [])).toBe(text);
    const program = text.replace(
      'folder = "model"',
      `folder = ${JSON.stringify(inProject("dist/model"))}`,
    );
    const { stdout, stderr } = spawnSync(findNumPy() ?? "python3", ["-"], {
      input: program,
      encoding: "utf8",
      env: { ...process.env, PYTHONIOENCODING: "utf-8", OMP_NUM_THREADS: "1" },
    });
    expect(stderr).toBe("");
    const after = (heading: string) => stdout.slice(stdout.indexOf(heading) + heading.length);
    const [first, second] = conversations[i]?.steps.map((steps) => steps.at(-1)?.answer) ?? [];
    expect(after("unscaled answer: ").startsWith(first ?? "?")).toBe(true);
    expect(after("\nscaled answer: ").split("\n")[0]).toBe(second);
    const printed = after("\nscaled: entropy of the heads\n[").split("]")[0]?.trim().split(/\s+/);
    for (const [head, entropy] of lanes[1]?.statistics.entropy.entries() ?? []) {
      expect(Number(printed?.[head]) / entropy).toBeCloseTo(1, 2);
    }
    // The perplexities with one head alone at the exponent 0 and all others divided, and at ½,
    // where it makes no difference.
    const { modellayer, modelhead } = state;
    const alone = recordedChat.alone[9 * (modellayer - 1) + modelhead] ?? Number.NaN;
    const usual = recordedChat.recordedCurve[5]?.perplexity ?? Number.NaN;
    const curve = after("exponent, perplexity\n")
      .trim()
      .split("\n")
      .map((line) => line.split(" "));
    expect(curve).toHaveLength(recordedChat.recordedCurve.length);
    for (const [at, [exponent, value]] of curve.entries()) {
      const { exponent: recorded, perplexity } = recordedChat.recordedCurve[at] ?? expect.fail();
      expect(Number(exponent)).toBe(recorded);
      if (undivided === "all") expect(Number(value) / perplexity).toBeCloseTo(1, 2);
    }
    if (undivided === "head") {
      expect(Number(curve[0]?.[1]) / alone).toBeCloseTo(1, 2);
      expect(Number(curve[5]?.[1]) / usual).toBeCloseTo(1, 2);
    }
  },
);
