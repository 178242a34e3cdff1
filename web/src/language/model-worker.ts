/** The worker of the trained model, as the page calls it. */
import { Helper } from "../helper.js";
import type { ModelIndex } from "./api.js";
import type { ModelSession } from "./session.js";

export class ModelWorker extends Helper<ModelSession> {
  /** The pieces of the data that it has. */
  readonly held = new Set<number>();

  constructor(
    worker: Worker,
    private readonly index: ModelIndex,
  ) {
    super(worker);
  }

  holds({ pieces }: ModelIndex): boolean {
    return JSON.stringify(pieces) === JSON.stringify(this.index.pieces);
  }
}
