/**
 * What the page can compute of a model: its rule as options of the engine, and as settings of the
 * part `choices`; and what of the model is left out.
 */
import type { SampledRule } from "../../engine/api.js";
import { fittingHeads } from "../../keys/key.js";
import { LIMITS, type State } from "../../state/state.js";
import { type Beside, dividesByRoot, type Model, type ModelFactor, timesRoot } from "./models.js";

/** A model with a width of its heads and a factor that is a number: what has a rule. */
export interface RuledModel {
  readonly model: Model;
  readonly factor: ModelFactor;
  /** dₖ. */
  readonly head: number;
  readonly value: number;
}

/**
 * The factor of a model that is furthest from the paper's; null where its sums do not run over the
 * width of a head, or its factor is no number.
 */
export function ruledModel(model: Model): RuledModel | null {
  const distance = (factor: ModelFactor) => Math.abs(Math.log(timesRoot(model, factor) ?? 1));
  const [factor] = [...model.factors].sort((a, b) => distance(b) - distance(a));
  const head = factor?.head ?? model.head;
  if (factor === undefined || head === null || factor.value === null) return null;
  return { model, factor, head, value: factor.value };
}

/** Whether both queries and keys are normalised. */
const hasNorm = ({ norm }: Beside) => norm !== undefined && norm.on === undefined;

/** The rule of a model with learnt weights of 1, and with a learnt sink at the score 0. */
export function ruleOfModel({ model, head, value }: RuledModel): SampledRule {
  const { norm, cap, sink } = model.beside;
  // A vector of root mean square 1 has the length √dₖ.
  const squared = norm?.by === "length" ? 1 : head;
  return {
    ...(hasNorm(model.beside) ? { queryKeyNorm: value * squared } : { scale: value }),
    ...(cap === undefined ? {} : { softCap: cap }),
    ...(sink === true ? { offByOne: true } : {}),
  };
}

/** What of a model is not computed. */
export type LeftOut =
  | "norm"
  | "mean"
  | "over"
  | "sink"
  | "bias"
  | "gate"
  | "maps"
  | "mixed"
  | "learnt"
  | "clamp"
  | "growth"
  | "weights";

export function leftOut({ beside }: Model): readonly LeftOut[] {
  const { norm, sink, bias, gate, maps, mixed, learnt, clamp, growth } = beside;
  const of: readonly (readonly [LeftOut, boolean])[] = [
    ["norm", norm?.on === "k"],
    ["mean", norm?.by === "layer"],
    ["over", norm?.weight === "all"],
    ["weights", norm !== undefined && norm.weight !== "none"],
    ["sink", sink === true],
    ["bias", bias !== undefined],
    ["gate", gate !== undefined],
    ["maps", maps !== undefined],
    ["mixed", mixed === true],
    ["learnt", learnt === true],
    ["clamp", clamp !== undefined],
    ["growth", growth !== undefined],
  ];
  return of.filter(([, is]) => is).map(([name]) => name);
}

/** What `choices` takes of a model, and what of it has no place there. */
export interface ModelChoice {
  readonly change: Partial<State>;
  /** The heads, of which `change.ruleheads` are taken. */
  readonly heads: number;
  /** Whether the factor there is another one. */
  readonly otherFactor: boolean;
  /** Whether something beside the factor has no place there. */
  readonly leavesOut: boolean;
}

/** The nearest number that a key allows. */
const within = (key: "gain" | "cap" | "wsize", value: number) =>
  Math.min(LIMITS[key].most, Math.max(LIMITS[key].least, value));

/** The rule by which `choices` comes nearest to a model, and the numbers of that rule. */
function nearestRule({ model, factor, value, head }: RuledModel): Partial<State> {
  const { cap, sink } = model.beside;
  const times = value * Math.sqrt(head);
  if (hasNorm(model.beside)) {
    const gain = model.beside.norm?.by === "length" ? value / Math.sqrt(head) : times;
    return { rule: "qk-norm", gain: within("gain", gain) };
  }
  // Scores grow by the square of the size of W.
  const wsize = within("wsize", Math.sqrt(times));
  if (cap !== undefined) return { rule: "soft-cap", cap: within("cap", cap), wsize };
  if (sink === true) return { rule: "off-by-one", wsize };
  if (model.applied === "nothing") return { rule: "none" };
  if (factor.factor === "1/dₖ") return { rule: "d" };
  return { rule: "head", wsize };
}

/** The factor by which `choices` multiplies after such a change, √dₖ times. */
function timesOf({ rule, gain = 1, wsize = 1 }: Partial<State>, head: number): number {
  if (rule === "qk-norm") return gain;
  if (rule === "none") return Math.sqrt(head);
  return rule === "d" ? 1 / Math.sqrt(head) : wsize ** 2;
}

/** The settings of `choices` for a model; null where it has no rule. */
export function choiceOf(model: Model): ModelChoice | null {
  const ruled = ruledModel(model);
  if (ruled === null) return null;
  const { head, value } = ruled;
  const heads = Math.max(...[model.heads ?? 1].flat());
  const { dim } = LIMITS;
  const ruleheads = Math.min(heads, LIMITS.ruleheads.most, Math.floor(dim.most / head));
  const rule = { wsize: 1, ...nearestRule(ruled) };
  const norm = model.beside.norm;
  const wanted = value * Math.sqrt(head) * (norm?.by === "length" ? 1 / head : 1);
  const { cap: _, sink: __, norm: ___, ...others } = model.beside;
  const two = [hasNorm(model.beside), model.beside.cap, model.beside.sink].filter(Boolean);
  return {
    change: {
      dim: head * ruleheads,
      ruleheads: fittingHeads(head * ruleheads, ruleheads),
      ...rule,
    },
    heads,
    otherFactor: !dividesByRoot(model) && Math.abs(timesOf(rule, head) / wanted - 1) > 1e-9,
    leavesOut: two.length > 1 || Object.keys(others).length > 0 || norm?.on === "k",
  };
}
