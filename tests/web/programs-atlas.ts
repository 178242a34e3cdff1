/** The numbers that the program of the published models must print. */
import { requestOf } from "../../web/src/attention/sentence-attention.js";
import { cardOf } from "../../web/src/parts/atlas/experiments.js";
import { EXAMPLE, fittingModels, type Model, timesRoot } from "../../web/src/parts/atlas/models.js";
import data from "../../web/src/parts/atlas/models.json" with { type: "json" };
import { ruledModel, ruleOfModel } from "../../web/src/parts/atlas/rules.js";
import { engine } from "../loaded-engine.js";
import { type Expected, sums } from "./printed-blocks.js";
import type { Case } from "./program-cases.js";

const models = data as unknown as readonly Model[];

export function atlas({ state, words }: Case): Expected {
  const model =
    models.find(({ id }) => id === state.model) ?? models.find(({ id }) => id === EXAMPLE);
  const ruled = model === undefined ? null : ruledModel(model);
  const rows = fittingModels(models, state).flatMap((model) =>
    model.factors.flatMap((factor) => {
      const times = timesRoot(model, factor);
      if (times === null) return [];
      return [model.year, factor.head ?? model.head ?? 0, factor.value ?? 0, times];
    }),
  );
  const factors = { "year, width of a head, factor, factor times the root of the width": rows };
  if (model === undefined || ruled === null || words.length === 0) return factors;
  const attention = requestOf(state, words);
  const result = cardOf(engine, { attention, rule: ruleOfModel(ruled) });
  const blocks = (name: string, { weights, means }: (typeof result)["root"]) => ({
    [`${name}: weights`]: weights.data,
    [`${name}: entropy, largest weight`]: sums([means.entropy, means.peak]),
  });
  return { ...factors, ...blocks(model.id, result.model), ...blocks("plain root", result.root) };
}
