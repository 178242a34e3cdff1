/**
 * What is recorded of the trained model: three prompts without the division and with it, and the
 * curve of its perplexity.
 */
import type {
  AnswerStep,
  CurvePoint,
  LaneHeads,
  LaneSettings,
  Rival,
} from "../../web/src/language/api.js";
import { eachWeight, type RecordedLane, type Recording } from "../../web/src/language/recorded.js";
import type { ModelSession } from "../../web/src/language/session.js";
import { START } from "../../web/src/state/state.js";
import { goldens } from "./trained-model.js";

const PROMPTS = ["What is the capital of France?", "中国的首都是哪里？", "水的化学式是什么？"];
const EXPONENTS = [0, 0.5] as const;
const LANES = [0, 1] as const;
/** Tokens of an answer that does not end. */
const MOST = 12;
const LEVELS = 30;
/** Heads of a layer. */
const PER_LAYER = 8;
/** Tokens that the lens has of each layer. */
const SEEN = 3;

const rounded = (number: number, digits = 3) => Number(number.toPrecision(digits));
/** No −0, which JSON does not have. */
const whole = (number: number) => Math.round(number) + 0;
const flat = (rivals: readonly Rival[], digits = 3) =>
  rivals.flatMap(({ text, probability }) => [text, Number(probability.toFixed(digits))]);

type Recorded = Recording["prompts"][number] & { heads: readonly [LaneHeads, LaneHeads] };

/** The lane with the division, whose rotation and correlations are recorded. */
const DIVIDED = 1;

/**
 * The scores of the heads of the layer and at the token that the page starts with.
 * @param tokens how many the model has read
 */
async function recordRotation(session: ModelSession, tokens: number) {
  const position = Math.min(START.modelword, tokens) - 1;
  const first = (START.modellayer - 1) * PER_LAYER;
  const heads = [];
  for (let head = first; head < first + PER_LAYER; head += 1) {
    const found = await session.rotation(DIVIDED, head, position);
    heads.push({
      plain: Array.from(found.plain, whole),
      rotated: Array.from(found.rotated, whole),
      plainDeviation: rounded(found.plainDeviation),
      rotatedDeviation: rounded(found.rotatedDeviation),
    });
  }
  return { first, position, heads };
}

async function recordCorrelations(session: ModelSession) {
  const layers = await session.correlations(DIVIDED);
  return layers.map(({ correlations: { rows, data }, within, between }) => ({
    pairs: Array.from({ length: rows }, (_, row) =>
      Array.from(data.subarray(row * rows, row * rows + row), (each) => whole(100 * each)),
    ).flat(),
    within: rounded(within),
    between: rounded(between),
  }));
}

async function recordPrompt(session: ModelSession, prompt: string): Promise<Recorded> {
  const steps: AnswerStep[] = [];
  const of = (lane: number) => steps.filter((step) => step.lane === lane);
  const [first, second] = EXPONENTS.map((exponent) => ({ exponent }));
  if (first === undefined || second === undefined) throw new Error("There are two lanes.");
  const request = { prompt, lanes: [first, second] as const, temperature: 0, seed: 1 };
  const ended = await session.answer(request, (made) => {
    steps.push(...made);
    if (of(0).length >= MOST) session.stop();
  });
  const all = Array.from({ length: 64 }, (_, head) => head);
  const heads = [await session.heads(0, all), await session.heads(1, all)] as const;
  const start = heads[1].tokens.length - of(1).length + (ended[1] === "end" ? 1 : 0);
  const lanes: RecordedLane[] = [];
  for (const lane of LANES) {
    const { tokens, weights: _, thumbnails: __, ...statistics } = heads[lane];
    const told: RecordedLane["steps"][number][] = [];
    let before = "";
    for (const [i, { token, text, answer, rivals }] of of(lane).entries()) {
      const lens = await session.lens(lane, start + i - 1);
      told.push({
        token,
        text,
        added: answer.slice(before.length),
        rivals: flat(rivals),
        lens: lens.map((layer) => flat(layer.slice(0, SEEN), 2)),
      });
      before = answer;
    }
    const numbers = Object.entries(statistics).map(([name, of]) => [
      name,
      Array.from(of, (each) => rounded(each)),
    ]);
    lanes.push({
      steps: told,
      ended: ended[lane],
      read: tokens.length,
      statistics: Object.fromEntries(numbers),
    });
  }
  const tokens = heads[1].tokens.slice(0, start);
  const answers = { exponents: [...EXPONENTS], tokens, lanes: lanes as never };
  const rotation = await recordRotation(session, heads[1].tokens.length);
  const correlations = await recordCorrelations(session);
  return { prompt, ...answers, rotation, correlations, heads };
}

/**
 * Each layer, and after them each head, of which `alone` has the perplexity where nothing is
 * divided in it.
 */
const ALL_ALONE: readonly NonNullable<LaneSettings["only"]>[] = Array.from(
  { length: 8 },
  (_, layer) => layer,
).flatMap((layer, _, layers) => [{ layer }, ...layers.map((head) => ({ layer, head }))]);

/** The recording, with its weights as whole multiples of 1/levels. */
export async function record(
  session: ModelSession,
  exponents = goldens.curve.map(({ exponent }) => exponent),
  only = ALL_ALONE,
) {
  const recorded: Recorded[] = [];
  for (const prompt of PROMPTS) recorded.push(await recordPrompt(session, prompt));
  const pairs = goldens.questions.map(([question, answer]) => ({ question, answer }));
  const curve: CurvePoint[] = [];
  const tell = ({ exponent, perplexity }: CurvePoint) => ({
    exponent,
    perplexity: rounded(perplexity, 4),
  });
  await session.curve({ pairs }, exponents, undefined, (made) => curve.push(...made.map(tell)));
  const alone: number[] = [];
  for (const one of only) {
    await session.curve({ pairs }, [0], one, (made) =>
      alone.push(...made.map(tell).map(({ perplexity }) => perplexity)),
    );
  }
  const bytes: number[] = [];
  const shape = { heads: recorded[0]?.heads[0].entropy.length ?? 0, prompts: recorded };
  const weights = recorded.map(({ heads }) => heads.map(({ weights }) => [...weights.values()]));
  eachWeight(shape, (prompt, lane, head, entry) =>
    bytes.push(Math.round((weights[prompt]?.[lane]?.[head]?.[entry] ?? 0) * LEVELS)),
  );
  return {
    levels: LEVELS,
    heads: shape.heads,
    prompts: recorded.map(({ heads: _, ...kept }) => kept),
    pairs,
    curve,
    alone,
    weights: Uint8Array.from(bytes),
  };
}
