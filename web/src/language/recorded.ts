/**
 * What the model said in its own engine to three prompts, with its heads and its lens, and its
 * perplexity at each exponent: shown before the model's data is loaded.
 * tests/fixtures/make_recorded_model.mjs writes recorded.json.
 */
import { matrixOf } from "../attention/matrices.js";
import { pooled } from "../draw/sketch.js";
import { bytesOf } from "../engine/base64.js";
import type { HeadCorrelations, HeadNumbers, RotationNumbers } from "../engine/language.js";
import { indexed } from "../indexed.js";
import { memo } from "../memo.js";
import { once } from "../work.js";
import type { AnswerStep, Conversation, LaneHeads, PerplexityCurve, Rival } from "./api.js";
import data from "./recorded.json";
import { THUMBNAIL } from "./sizes.js";

/** The likeliest tokens with their probabilities, one after the other. */
type FlatRivals = readonly (string | number)[];
const STATISTICS = ["entropy", "largest", "trace", "scoreDeviation", "onFirst"] as const;

/**
 * The recorded data:
 * - `weights`: those of the `heads` heads of all layers, whole multiples of 1/`levels`, as bytes in
 * the order of `eachWeight`, deflated, in base64;
 * - `pairs`: the questions and answers whose perplexity is measured;
 * - `alone`: the perplexity without the division in one layer or in one head only; for each layer
 * first that of the whole layer, then those of its heads;
 * - of a prompt, of the lane with the division: `rotation`, the scores of each head of one layer at
 * one position, to whole numbers; `correlations`, of each layer those of its heads with the heads
 * before them, in hundredths;
 * - of a lane, `read`: the number of tokens that the model has read;
 * - of a step, `added`: the text that it adds to the answer; `lens`: the likeliest tokens of each
 * layer after the token before.
 */
export const recordedChat = data;
export type Recording = typeof data;
export type RecordedLane = Recording["prompts"][number]["lanes"][number];

type RecordedSizes = Pick<Recording, "heads" | "prompts">;

/**
 * Calls `take` for the weights of all heads on and below the diagonals. Similar weights come next
 * to each other, which compresses well: the prompts begin with the same tokens.
 */
export function eachWeight(
  { heads, prompts }: RecordedSizes,
  take: (prompt: number, lane: 0 | 1, head: number, entry: number) => void,
): void {
  for (const lane of [0, 1] as const) {
    const counts = prompts.map(({ lanes }) => lanes[lane]?.read ?? 0);
    for (let head = 0; head < heads; head += 1) {
      for (let col = 0; col < Math.max(...counts); col += 1) {
        for (const [prompt, n] of indexed(counts)) {
          for (let row = col; row < n; row += 1) take(prompt, lane, head, row * n + col);
        }
      }
    }
  }
}

async function inflated(base64: string): Promise<Uint8Array> {
  const stream = new Blob([bytesOf(base64)])
    .stream()
    .pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const rivalsOf = (flat: FlatRivals): Rival[] =>
  flat.flatMap((text, i) =>
    i % 2 === 0 ? [{ text: text as string, probability: flat[i + 1] as number }] : [],
  );

function stepsOf({ steps }: RecordedLane, lane: 0 | 1): AnswerStep[] {
  let answer = "";
  return steps.map(({ token, text, added, rivals }) => {
    answer += added;
    return { lane, token, text, answer, rivals: rivalsOf(rivals) };
  });
}

/** One for each prompt. */
export const conversations: readonly Conversation[] = recordedChat.prompts.map(
  ({ prompt, exponents: [first = 0, second = 0], lanes }) => ({
    recorded: true,
    request: {
      prompt,
      temperature: 0,
      seed: 1,
      lanes: [{ exponent: first }, { exponent: second }],
    },
    steps: lanes.map((lane, i) => stepsOf(lane, i as 0 | 1)) as unknown as Conversation["steps"],
    ended: lanes.map(({ ended }) => ended) as unknown as Conversation["ended"],
  }),
);

const { recordedCurve: points } = recordedChat;
export const curve: PerplexityCurve = { recorded: true, points, running: false, only: undefined };

/** Makes the same thumbnail of a head's weights [n·n] as the engine. */
export const thumbnail = (data: Float32Array, n: number): number[] => {
  const { data: largest } = pooled({ rows: n, cols: n, data }, THUMBNAIL);
  return Array.from(largest, (weight) => Math.round(255 * weight));
};

/** The recorded heads of both lanes, for each conversation. */
export const recordedHeads = once(async () => {
  const { heads, prompts, levels, weights } = recordedChat;
  const bytes = await inflated(weights);
  const found = prompts.map(({ lanes }) =>
    lanes.map(({ read }) => Array.from({ length: heads }, () => new Float32Array(read * read))),
  );
  let next = 0;
  eachWeight({ heads, prompts }, (prompt, lane, head, entry) => {
    const headWeights = found[prompt]?.[lane]?.[head];
    if (headWeights) headWeights[entry] = (bytes[next] ?? 0) / levels;
    next += 1;
  });
  return prompts.map(({ tokens, lanes }, prompt) =>
    lanes.map(({ read, steps, statistics }, lane): LaneHeads => {
      const heads = found[prompt]?.[lane] ?? [];
      const numbers = STATISTICS.map((name) => [name, Float64Array.from(statistics[name])]);
      return {
        ...(Object.fromEntries(numbers) as HeadNumbers),
        tokens: [...tokens, ...steps.map(({ text }) => text)].slice(0, read),
        weights: new Map(indexed(heads)),
        thumbnails: Uint8Array.from(heads.flatMap((headWeights) => thumbnail(headWeights, read))),
      };
    }),
  ) as unknown as readonly (readonly [LaneHeads, LaneHeads])[];
});

const lenses = recordedChat.prompts.map(({ lanes }) =>
  lanes.map(({ steps }) => steps.map(({ lens }) => lens.map(rivalsOf))),
);

/**
 * The likeliest tokens of each layer after a token of a conversation; null before the last token of
 * the prompt.
 */
export function recordedLens(conversation: Conversation, lane: 0 | 1, position: number) {
  const index = conversations.indexOf(conversation);
  const length = recordedChat.prompts[index]?.tokens.length ?? 0;
  return lenses[index]?.[lane]?.[position + 1 - length] ?? null;
}

/** The lane whose rotation and correlations are recorded: that with the division. */
const DIVIDED = 1;

const promptOf = (conversation: Conversation, lane: 0 | 1) =>
  lane === DIVIDED ? recordedChat.prompts[conversations.indexOf(conversation)] : undefined;

/** The scores of a head at a position; null where they are not recorded. */
export const recordedRotation = memo(
  (
    conversation: Conversation,
    lane: 0 | 1,
    head: number,
    position: number,
  ): RotationNumbers | null => {
    const rotation = promptOf(conversation, lane)?.rotation;
    const found = rotation?.heads[head - rotation.first];
    if (found === undefined || rotation?.position !== position) return null;
    const { plain, rotated, ...deviations } = found;
    return { ...deviations, plain: Float64Array.from(plain), rotated: Float64Array.from(rotated) };
  },
);

/** How alike the heads of each layer are; null where that is not recorded. */
export const recordedCorrelations = memo((conversation: Conversation, lane: 0 | 1) => {
  const layers = promptOf(conversation, lane)?.correlations ?? null;
  if (layers === null) return null;
  return layers.map(({ pairs, within, between }): HeadCorrelations => {
    const heads = Math.round((1 + Math.sqrt(1 + 8 * pairs.length)) / 2);
    // The pairs of a later head with each earlier one stand one after the other, in hundredths.
    const correlations = matrixOf(heads, heads, (row, col) => {
      if (row === col) return 1;
      const later = Math.max(row, col);
      const earlier = Math.min(row, col);
      const before = (later * (later - 1)) / 2;
      return (pairs[before + earlier] ?? 0) / 100;
    });
    return { correlations, within, between };
  });
});
