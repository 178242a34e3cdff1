/** The factors of the models and the rule of one as the parameters of the program. */
import type { State } from "../../state/state.js";
import {
  EXAMPLE,
  type Filters,
  fittingModels,
  loadModels,
  type Model,
  timesRoot,
} from "./models.js";
import { ruledModel, ruleOfModel } from "./rules.js";

/** Names, years, dₖ and factors, of the models that the picture shows. */
const factorsOf = (models: readonly Model[], filters: Filters) =>
  fittingModels(models, filters).flatMap((model) =>
    model.factors
      .filter((factor) => timesRoot(model, factor) !== null)
      .map((factor) => [model.name, model.year, factor.head ?? model.head, factor.value]),
  );

/** Values of parameters that no key of the state has. */
export async function programValues(
  state: Filters & Pick<State, "model">,
): Promise<Readonly<Record<string, unknown>>> {
  const models = await loadModels();
  const factors = factorsOf(models, state);
  const named = (id: string) => models.find((model) => model.id === id);
  const model = named(state.model) ?? named(EXAMPLE);
  const ruled = model === undefined ? null : ruledModel(model);
  // Of a model without a rule no weights are printed.
  if (model === undefined || ruled === null) return { factors, words: [] };
  const {
    scale = null,
    queryKeyNorm = null,
    softCap = null,
    offByOne = false,
  } = ruleOfModel(ruled);
  return {
    factors,
    model: model.id,
    model_factor: scale,
    model_norm: queryKeyNorm,
    model_cap: softCap,
    model_sink: offByOne ? 1 : 0,
  };
}
