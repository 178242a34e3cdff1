// @ts-check
/** The trained model as it is timed: an answer, a prompt, and tokens at the end of a long text. */
import { readFileSync } from "node:fs";
import { createServer } from "vite";
import { inProject } from "../../web/tools/run.mjs";
import { toClose } from "./endings.mjs";

/** A prompt of 33 tokens, and what the model answers: tests/fixtures/make_model_goldens.mjs. */
export const [{ tokens: PROMPT }] = JSON.parse(
  readFileSync(inProject("tests/fixtures/model.json")).toString(),
).prompts;
export const TOKENS = 16;
/** A text of so many tokens, near the most that the model holds, and how many are read after it. */
const LATE = 240;
export const LATE_TOKENS = 8;

/** How the engine is opened, from the sources. */
export async function opener() {
  const vite = await createServer({
    configFile: inProject("web/vitest.config.ts"),
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, ws: false, watch: null },
  });
  toClose(() => vite.close());
  const { openedEngine } = await vite.ssrLoadModule("/tests/engine/trained-model.ts");
  return openedEngine;
}

/**
 * What an engine is timed at.
 * @param {any} engine
 * @param {number} lanes that read
 */
export function session(engine, lanes) {
  const settings = {
    exponent: 0.5,
    layer: -1,
    head: -1,
    inside: false,
    temperature: 0,
    seed: 0,
    topK: 0,
    topP: 1,
  };
  /** @param {(lane: number) => void} act */
  const each = (act) => Array.from({ length: lanes }, (_, lane) => act(lane));
  /** @param {readonly number[]} tokens */
  const read = (tokens) => engine.read(tokens, lanes === 2 ? tokens : []);
  const prompt = () => {
    each((lane) => engine.restart({ lane, ...settings }));
    read(PROMPT);
  };
  prompt();
  const first = engine.draw(0);
  const answer = () => {
    each((lane) => engine.rewind(lane, PROMPT.length));
    const tokens = [first];
    while (tokens.length < TOKENS) {
      read(tokens.slice(-1));
      tokens.push(engine.draw(0));
    }
    return tokens;
  };
  const late = () => {
    each((lane) => engine.rewind(lane, LATE));
    for (const token of PROMPT.slice(0, LATE_TOKENS)) read([token]);
  };
  /** Reads so many tokens that `late` may be called. */
  const fill = () => {
    each((lane) => engine.restart({ lane, ...settings }));
    read(Array.from({ length: LATE + 1 }, (_, place) => PROMPT[place % PROMPT.length]));
  };
  return { prompt, answer, late, fill };
}
