/** The trained model of dist/model, opened as the page's worker opens it. */
import { readFileSync } from "node:fs";
import { start } from "../../web/src/engine/language.js";
import type { ModelIndex } from "../../web/src/language/api.js";
import { ModelSession } from "../../web/src/language/session.js";
import { once } from "../../web/src/work.js";
import { inProject } from "../../web/tools/run.mjs";

const read = (file: string) => readFileSync(inProject(file));

export const index: ModelIndex = JSON.parse(read("dist/model/model.json").toString());
const pieces = index.pieces.map(({ file }) => new Uint8Array(read(`dist/model/${file}`)));

export const compiled = once(() =>
  WebAssembly.compile(read("build/wasm/engine/attention_scale_language.wasm")),
);

/** A session that has its data; a test may exchange the index. */
export async function opened(given = index) {
  const session = new ModelSession();
  await session.start(await compiled(), given);
  for (const [number, bytes] of pieces.entries()) session.piece(number, bytes);
  session.finish();
  return session;
}

/** Its answers to a prompt without the division and with it, the likeliest token at each place. */
export async function answersTo(prompt: string): Promise<readonly string[]> {
  const session = await opened();
  const answers = ["", ""];
  const lanes = [{ exponent: 0 }, { exponent: 0.5 }] as const;
  await session.answer({ prompt, lanes, temperature: 0, seed: 1 }, (steps) => {
    for (const { lane, answer } of steps) answers[lane] = answer;
  });
  return answers;
}

/** The engine with activations in floats: tests/cpp/language/float_rows.cpp. */
export const reference = once(() =>
  WebAssembly.compile(read("build/wasm/tests/attention_scale_language_reference.wasm")),
);

/** The model's calls without a session. */
export async function openedEngine(module = compiled()) {
  const engine = await start(await module);
  engine.reserve(index.bytes);
  engine.put(0, Buffer.concat(pieces));
  engine.open({ ...index, positions: 256 });
  return engine;
}

/** model.json: what onnxruntime computes from the same weights in single precision. */
interface Goldens {
  readonly questions: readonly (readonly [question: string, answer: string])[];
  readonly prompts: readonly {
    readonly question: string;
    readonly tokens: readonly number[];
    /** The likeliest next token at each position. */
    readonly likeliest: readonly number[];
    /** Every 25th of the last position. */
    readonly logits: readonly number[];
    /** The last row of each head. */
    readonly weights: readonly (readonly number[])[];
  }[];
  readonly curve: readonly {
    readonly exponent: number;
    readonly perplexity: number;
    /** Means over all rows, heads and texts. */
    readonly entropy: number;
    readonly largest: number;
    readonly trace: number;
  }[];
}

export const goldens: Goldens = JSON.parse(read("tests/fixtures/model.json").toString());
