/**
 * The questions about published models: models that people get wrong, with the question about each.
 * What is true follows from the facts of the atlas and stands nowhere beside them.
 */
import { dividesByRoot, type Model } from "../atlas/models.js";

/**
 * What is asked: whether a model divides at all; whether by √dₖ and nothing else; whether by dₖ
 * itself.
 */
export type Asked = "divides" | "root" | "linear";

/** A model by its id, and what is asked of it. */
export type PoolEntry = readonly [id: string, asked: Asked];

/** Of each answer about half: whoever always says yes, or no, scores as a guesser does. */
export const POOL: readonly PoolEntry[] = [
  ["t5-small", "divides"],
  ["gpt-neo-1.3b", "divides"],
  ["gemma-3n-e4b", "divides"],
  ["gemma-4-31b", "divides"],
  ["dia-1.6b", "divides"],
  ["pix2struct-base", "divides"],
  ["ngpt", "divides"],
  ["whisper-tiny", "divides"],
  ["alphafold-2-evoformer", "divides"],
  ["bloom-7b", "divides"],
  ["wavlm-base", "divides"],
  ["gpt-oss-120b", "root"],
  ["deepseek-v3", "root"],
  ["gemma-2-27b", "root"],
  ["phi-3-mini-128k", "root"],
  ["evolla", "root"],
  ["nanochat-d12", "root"],
  ["mistral-small-4", "root"],
  ["deberta-v3-base", "root"],
  ["gemma-2-9b", "root"],
  ["grok-1", "root"],
  ["deepseek-v4-flash", "root"],
  ["mimo-v2-flash", "root"],
  ["qwen3-8b", "root"],
  ["glm-5", "root"],
  ["phi-3-mini-4k", "root"],
  ["starcoder-15b", "root"],
  ["granite-3-8b", "linear"],
  ["jais-13b", "linear"],
  ["cerebras-gpt-1.3b", "linear"],
  ["inkling", "linear"],
  ["gpt-2-small", "linear"],
  ["llama-2-7b", "linear"],
  ["minimax-m2", "linear"],
];

/** The questions of a draw. */
export const DRAWN = 10;

/** Whether yes is the right answer. */
export function isYes(model: Model, asked: Asked): boolean {
  const { factors } = model;
  switch (asked) {
    case "divides":
      return factors.every(({ value }) => value !== null && value < 1);
    case "root":
      return dividesByRoot(model);
    case "linear":
      return factors.every(({ factor }) => factor === "1/dₖ");
  }
}

/** What is answered by whoever always says 1/√dₖ: yes, it divides, by the root and not by dₖ. */
export const guessed = (asked: Asked): boolean => asked !== "linear";
