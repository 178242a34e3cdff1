/** A lane of the training, as the engine's calls take it. The bugs race such lanes, too. */
import type { LaneOptions, LaneRule, Start } from "../../engine/training-api.js";
import type { WholeEngine } from "../../experiments/experiment.js";
import { keys, type LaneName } from "../../keys/training.js";
import type { Setup } from "./request.js";

/**
 * The model of a lane and its training, as the engine's calls take them; each reads what it needs.
 */
export interface LaneArguments extends LaneOptions, LaneRule, Pick<Start, "queryKeyFactor"> {
  readonly dim: number;
  readonly layers: 1 | 2;
  readonly heads: number;
  /** Tokens of a sequence. */
  readonly n: number;
  readonly optimiser: Setup["optimiser"];
  readonly rate: number;
  /** Examples of a step. */
  readonly batch: number;
  readonly seed: number;
  readonly initialisation: Setup["init"];
  /** The weight decay. */
  readonly decay: number;
}

export function laneArguments(engine: WholeEngine, setup: Setup, lane: LaneName): LaneArguments {
  const { dim, layers, heads, tokens: n, exponent, optimiser, rate, batch, seed } = setup;
  const { gain = keys.gain.start, cap = keys.cap.start, clip = keys.clip.start } = setup;
  const divisor = (power: number) => engine.scoreDivisor(dim / heads, power);
  const scale = 1 / divisor(exponent);
  const factor = 1 / divisor(exponent / 2);
  const adam = optimiser === "adam" || optimiser === "adamw";
  const rules: Record<LaneName, LaneOptions & LaneRule & Pick<Start, "queryKeyFactor">> = {
    unscaled: { scale: 1 },
    scaled: { scale },
    one: { scale: 1 / divisor(1) },
    // The gradient of a matrix that is c times as large is 1/c of the other's. Adam's step does not
    // depend on its size.
    smaller: { scale: 1, queryKeyFactor: factor, queryKeyRate: adam ? factor : scale },
    norm: { scale: 1, queryKeyNorm: gain * divisor(0.5) },
    cap: { scale, softCap: cap },
    clip: { scale: 1, clip },
  };
  return {
    dim,
    layers,
    heads,
    n,
    optimiser,
    rate,
    batch,
    seed,
    initialisation: setup.init,
    // PyTorch's default for AdamW; the other optimisers have no decay.
    decay: optimiser === "adamw" ? 0.01 : 0,
    ...rules[lane],
  };
}
