/** The engine of the layers, fetched when a part first needs it. */
import { layersModule, startLayers } from "edition:layers";
import type { LayerCalls } from "../engine/layers-api.js";
import { reasonOf } from "../engine/reason.js";
import type { Experiment } from "../lab/experiment.js";
import type { Shared } from "./part-view.js";

/** An experiment that calls the layers. */
export const withLayers = <Request, Result>(experiment: Experiment<Request, Result>) => ({
  ...experiment,
  layers: { module: layersModule, start: startLayers },
});

export class Layers implements Shared {
  engine: LayerCalls | null = null;
  /** Why it did not start. */
  problem: string | null = null;

  /** @param changed called when it has started or failed */
  constructor(changed: () => void) {
    startLayers()
      .then(
        (engine) => {
          this.engine = engine;
        },
        (error: unknown) => {
          this.problem = reasonOf(error);
        },
      )
      .then(changed);
  }

  get answered(): boolean {
    return this.engine !== null || this.problem !== null;
  }

  end(): void {}
}
