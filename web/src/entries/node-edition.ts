/** The edition of Node, which draws stills: no worker, so experiments run in the process, and no page. */
import { startFirst, startWhole, wholeModule } from "../engine/inside.js";
import { layersModule, startLayers } from "../engine/layers-inside.js";
import type { Edition } from "../experiments/edition.js";

function none(): never {
  throw new Error("Node has neither the page's worker nor the page.");
}

export const NODE: Edition = {
  ...{ startFirst, startWhole, wholeModule },
  layers: async () => ({ layersModule, startLayers }),
  language: async () => none(),
  ...{ createWorker: none, pageBeside: none, pageSource: async () => none() },
};
