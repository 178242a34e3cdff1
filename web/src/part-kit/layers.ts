/** The engine of the layers, fetched when a part first needs it. */
import { edition } from "../experiments/edition.js";
import { Started } from "../started.js";
import type { PartView } from "./part-view.js";

/**
 * The engine of the layers for a request. After a failure another request asks for it again, as it
 * does of a study.
 */
export function layersFor(view: PartView, request: unknown) {
  const make = () => new Started(() => edition.startLayers(), view.changed);
  const layers = view.shared("layers", make);
  view.memo("layers", [JSON.stringify(request)], () => layers.retry());
  layers.start();
  return { engine: layers.value, problem: layers.problem };
}
