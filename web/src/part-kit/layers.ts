/** The engine of the layers, fetched when a part first needs it. */
import { memoFor } from "../belonging.js";
import type { LayerCalls } from "../engine/layers-api.js";
import { edition } from "../experiments/edition.js";
import { Work } from "../work.js";
import type { Shared } from "./host.js";
import type { PartView } from "./part-view.js";
import { sharedObject } from "./shared.js";

class Layers implements Shared {
  private readonly work: Work<LayerCalls>;

  constructor(changed: () => void) {
    this.work = new Work(() => edition.startLayers(), { changed });
  }

  get engine(): LayerCalls | null {
    return this.work.value;
  }

  get problem(): string | null {
    return this.work.problem;
  }

  get answered(): boolean {
    return this.work.ended;
  }

  start(): void {
    this.work.start();
  }

  retry(): void {
    this.work.retry();
  }
}

const layersOf = sharedObject(({ changed }) => new Layers(changed));

/** Tries again after a failure when a part has another request, as a study does. */
const retryFor = memoFor((layers: Layers, _request: string) => layers.retry());

/** The engine of the layers for a request, or why it is not there. */
export function layersFor(view: PartView, request: unknown): Pick<Layers, "engine" | "problem"> {
  const layers = layersOf(view);
  retryFor(view, layers, JSON.stringify(request));
  layers.start();
  return layers;
}
