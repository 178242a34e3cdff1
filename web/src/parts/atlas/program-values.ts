/** The rule of a model as the parameters of the program. */
import { EXAMPLE, loadModels } from "./models.js";
import { ruledModel, ruleOfModel } from "./rules.js";

/** Values of parameters that no key of the state has. */
export async function programValues(id: string): Promise<Readonly<Record<string, unknown>>> {
  const models = await loadModels();
  const model = models.find((model) => model.id === id) ?? models.find(({ id }) => id === EXAMPLE);
  const ruled = model === undefined ? null : ruledModel(model);
  // Of a model without a rule nothing is printed.
  if (model === undefined || ruled === null) return { words: [] };
  const {
    scale = null,
    queryKeyNorm = null,
    softCap = null,
    offByOne = false,
  } = ruleOfModel(ruled);
  return {
    model: model.id,
    model_factor: scale,
    model_norm: queryKeyNorm,
    model_cap: softCap,
    model_sink: offByOne ? 1 : 0,
  };
}
