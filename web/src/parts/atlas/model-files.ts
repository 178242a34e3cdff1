/** The files of the models, as the parts of a page share them: each is fetched when it is needed. */
import { laterFile } from "../../part-kit/later-file.js";
import { loadModels, loadSources } from "./models.js";

/** What each model does with its scores. */
export const modelFacts = laterFile(loadModels);

/** What makes tables and cards, and the sources that they name. */
export const modelDetails = laterFile(async () => {
  const [script, sources] = await Promise.all([import("./details.js"), loadSources()]);
  return { ...script, sources };
});
