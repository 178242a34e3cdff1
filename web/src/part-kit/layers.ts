/** The engine of the layers, fetched when a part first needs it. */
import type { LayerCalls } from "../engine/layers-api.js";
import { reasonOf } from "../engine/reason.js";
import { edition } from "../experiments/edition.js";
import type { PartView, Shared } from "./part-view.js";

export class Layers implements Shared {
  engine: LayerCalls | null = null;
  /** Why it did not start. */
  problem: string | null = null;

  /** @param changed called when it has started or failed */
  constructor(private readonly changed: () => void) {
    this.start();
  }

  private start(): void {
    this.problem = null;
    edition
      .startLayers()
      .then(
        (engine) => {
          this.engine = engine;
        },
        (error: unknown) => {
          this.problem = reasonOf(error);
        },
      )
      .then(this.changed);
  }

  get answered(): boolean {
    return this.engine !== null || this.problem !== null;
  }

  /** Starts it again after a failure. */
  retry(): void {
    if (this.problem !== null) this.start();
  }
}

/** The engine of the layers for a request. After a failure another request asks for it again, as it does of a study. */
export function layersFor(view: PartView, request: unknown): Layers {
  const layers = view.shared("layers", () => new Layers(view.changed));
  view.memo("layers", [JSON.stringify(request)], () => layers.retry());
  return layers;
}
