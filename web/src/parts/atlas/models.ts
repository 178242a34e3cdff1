/**
 * The published models of the atlas: what each multiplies q·k by, and what else it does to its
 * scores, as read in public code. The facts stand in models.json, the places in the code in
 * sources.json; web/docs/models.md tells how to add one. Both files are fetched when they are
 * needed.
 */
import type { State } from "../../state/state.js";
import { once } from "../../work.js";

export type ModelKind = "language" | "vision" | "audio" | "protein" | "diffusion" | "time";

/** Where a factor holds, in a model that has more than one. */
export type FactorPlace =
  | "first-layer"
  | "last-layer"
  | "window-layers"
  | "full-layers"
  | "content-part"
  | "rotary-part"
  | "stage-1"
  | "stage-2"
  | "stage-3";

/** What q·k is multiplied by in all, without norms, caps, biases and growth by position. */
export interface ModelFactor {
  /**
   * The formula, in the letters of the page: dₖ, the width of a head; d, that of the model; h, its
   * heads. A factor that is hidden in a rotary table or in a multiplier of the keys is part of it.
   */
  readonly factor: string;
  /** The values of its other letters. */
  readonly with?: Readonly<Record<string, number>>;
  /** The number of the formula; null where it depends on the input. */
  readonly value: number | null;
  /** The width of a head there, where it differs from the model's `head`. */
  readonly head?: number;
  readonly in?: FactorPlace;
  /** Whether it is learnt: the value is then that at the start of training. */
  readonly learnt?: true;
  /** The most that it may become. */
  readonly most?: number;
}

/** A norm of queries and keys. */
export interface QueryKeyNorm {
  /** To root mean square 1, by LayerNorm, or to length 1. */
  readonly by: "rms" | "layer" | "length";
  /**
   * Its learnt weight: none; one vector for all heads; a vector for each head; or one over all heads,
   * which are then normalised together.
   */
  readonly weight: "none" | "shared" | "own" | "all";
  /** Where it is of the keys alone. */
  readonly on?: "k";
}

/** What is done to the scores and to the weights beside the factor. */
export interface Beside {
  readonly norm?: QueryKeyNorm;
  /** c of c·tanh(score/c). */
  readonly cap?: number;
  /** A learnt score for each head that takes part in the softmax and has no value. */
  readonly sink?: true;
  /**
   * What is added: ALiBi; a learnt relative bias; terms of positions, which are divided with the
   * rest; a bias from pairs; distances of points.
   */
  readonly bias?: "alibi" | "relative" | "position" | "pair" | "points";
  /** What queries or scores are multiplied by at position i, counted from 0. */
  readonly growth?: string;
  /** What the output is multiplied by. */
  readonly gate?: "sigmoid" | "softplus";
  /** The largest entry of queries, keys and values. */
  readonly clamp?: number;
  /** How many softmax maps a head takes the difference of. */
  readonly maps?: number;
  /** Whether a learnt matrix mixes the heads before and after the softmax. */
  readonly mixed?: true;
  /** Whether each head of the keys has a learnt factor. */
  readonly learnt?: true;
}

export interface Model {
  /** Its name in links. */
  readonly id: string;
  readonly name: string;
  readonly year: number;
  readonly kind: ModelKind;
  /** d, the width of the model; a list by level; null where it differs from size to size. */
  readonly width: number | readonly number[] | null;
  /** h, its heads. */
  readonly heads: number | readonly number[] | null;
  /** The heads of its keys; null where the code read does not say. A list: by kind of layer. */
  readonly keyHeads: number | readonly number[] | null;
  /** dₖ, the width of a head of queries and keys; null where the sums run over tokens. */
  readonly head: number | null;
  /** The coordinates without and with positions of which a head is made. */
  readonly latent?: readonly [content: number, rotary: number];
  /** Whether dₖ is another number than d/h. */
  readonly ownHead?: true;
  /** The first is that of the picture. */
  readonly factors: readonly [ModelFactor, ...ModelFactor[]];
  /** What is multiplied; of several, the first that the code read does. */
  readonly applied: "q" | "k" | "both" | "product" | "nothing";
  readonly beside: Beside;
  /**
   * Where the sizes are from: the code or the configuration of the model; the defaults of a class,
   * which a published file may override; a conversion script.
   */
  readonly readFrom: "code" | "defaults" | "conversion";
}

/** The model of the card where none is chosen, or none has that name. */
export const EXAMPLE = "gemma-2-27b";

/** The paper's. */
const ROOT = "1/√dₖ";

/** Whether a model multiplies by 1/√dₖ and nothing else, at every layer and every length. */
export const dividesByRoot = ({ factors }: Pick<Model, "factors">): boolean =>
  factors.every(({ factor }) => factor === ROOT);

/**
 * √dₖ times a factor: 1 for the paper's. null where the factor is no number, or a head has no width.
 */
export function timesRoot({ head }: Pick<Model, "head">, factor: ModelFactor): number | null {
  const width = factor.head ?? head;
  return factor.value === null || width === null ? null : factor.value * Math.sqrt(width);
}

/** What the reader's filters are. */
export type Filters = Pick<State, "find" | "kind" | "besides">;

/** The models whose names contain all that is typed, and that the lists leave. */
export function fittingModels(
  models: readonly Model[],
  { find, kind, besides }: Filters,
): readonly Model[] {
  const parts = find.toLowerCase().split(/\s+/).filter(Boolean);
  return models.filter(
    (model) =>
      parts.every((part) => `${model.name} ${model.id}`.toLowerCase().includes(part)) &&
      (kind === "all" || kind === model.kind) &&
      (besides === "all" || hasMore(model) === (besides === "something")),
  );
}

/** Whether it does more to its scores and weights than multiply by a factor. */
export const hasMore = ({ beside }: Pick<Model, "beside">): boolean =>
  Object.keys(beside).length > 0;

/** The models, by year. */
export const loadModels = once(
  async () => (await import("./models.json")).default as unknown as readonly Model[],
);

/** Places in public code by the id of a model, each a path on GitHub. */
export type Sources = Readonly<Record<string, readonly string[]>>;

export const loadSources = once(
  async () => (await import("./sources.json")).default as unknown as Sources,
);

export interface Source {
  readonly repository: string;
  readonly commit: string;
  readonly path: string;
  readonly line: string;
}

const SOURCE = /^([\w.-]+\/[\w.-]+)\/blob\/([0-9a-f]{7,40})\/([\w./-]+)#L(\d+)$/;

/** @returns null where it has another form */
export function sourceOf(source: string): Source | null {
  const [, repository = "", commit = "", path = "", line = ""] = SOURCE.exec(source) ?? [];
  return repository === "" ? null : { repository, commit, path, line };
}

/** The address of a source. */
export const addressOf = (source: string): string => `https://github.com/${source}`;
