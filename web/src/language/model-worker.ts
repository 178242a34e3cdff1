/** The worker of the trained model, as the page calls it. */
import { type Remote, wrap } from "comlink";
import type { ModelIndex } from "./api.js";
import type { calls } from "./language-worker.js";

/** Usually because memory ran out, or its script did not load: it will never answer. */
export class WorkerDied extends Error {}

export class ModelWorker {
  readonly calls: Remote<typeof calls>;
  /** The pieces of the data that it has. */
  readonly held = new Set<number>();
  private readonly died: Promise<never>;

  constructor(
    private readonly worker: Worker,
    readonly index: ModelIndex,
  ) {
    this.died = new Promise((_, reject) => {
      worker.addEventListener("error", ({ message }) => reject(new WorkerDied(message)));
    });
    this.died.catch(() => undefined);
    this.calls = wrap<typeof calls>(worker);
  }

  /** The worker's answer; rejects with WorkerDied where it never comes. */
  answer<T>(asked: Promise<T>): Promise<T> {
    return Promise.race([asked, this.died]);
  }

  holds({ pieces }: ModelIndex): boolean {
    return JSON.stringify(pieces) === JSON.stringify(this.index.pieces);
  }

  end(): void {
    this.worker.terminate();
  }
}
