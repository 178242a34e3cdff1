/** The engine of the layers, fetched when a part first needs it. */
import { memoFor } from "../belonging.js";
import type { LayerCalls } from "../engine/layers-api.js";
import { edition } from "../experiments/edition.js";
import { Started } from "../started.js";
import type { PartView } from "./part-view.js";
import { sharedObject } from "./shared.js";

const layersOf = sharedObject(({ changed }) => new Started(() => edition.startLayers(), changed));

/** Has the layers started again after a failure, whenever the request of a part is another one. */
const asked = memoFor((_: string, layers: Started<LayerCalls>) => layers.retry());

/**
 * The engine of the layers for a request. After a failure another request asks for it again, as it
 * does of a study.
 */
export function layersFor(view: PartView, request: unknown) {
  const layers = layersOf(view);
  asked(view, JSON.stringify(request), layers);
  layers.start();
  return { engine: layers.value, problem: layers.problem };
}
