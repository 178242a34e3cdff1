/** Experiments on their way: each goes on piece by piece, can be held and let go, and tells how far it is. */
import type { Engine } from "../engine/api.js";
import type { Step } from "./experiment.js";
import { EXPERIMENTS, type ExperimentName } from "./experiments.js";

export interface Report<Result> {
  readonly done: number;
  readonly total: number;
  /** null while there is nothing to show. */
  readonly result: Result | null;
}

/** More often nobody can look, and a result may take a while to put together: at most a quarter of the time. */
const INTERVAL = 120;
const SHARE = 3;

/** Lets messages in, and whatever else waits. */
const pause = () => new Promise<void>((resolve) => setTimeout(resolve));

class Run {
  ended = false;
  private going: Promise<void> = Promise.resolve();
  private release: (() => void) | undefined;

  get held(): boolean {
    return this.release !== undefined;
  }

  hold(): void {
    if (this.held) return;
    this.going = new Promise((resolve) => {
      this.release = resolve;
    });
  }

  go(): void {
    this.release?.();
    this.release = undefined;
  }

  end(): void {
    this.ended = true;
    this.go();
  }

  /** Settles once nothing holds the run. */
  released(): Promise<void> {
    return this.going;
  }
}

export class Runs {
  private readonly runs = new Map<number, Run>();

  constructor(private readonly engine: Engine) {}

  /** Settles when the experiment is through, or has been ended; rejects with the engine's error. */
  async begin(
    id: number,
    name: ExperimentName,
    request: unknown,
    tell: (report: Report<unknown>) => void | Promise<void>,
  ): Promise<void> {
    const run = new Run();
    this.runs.set(id, run);
    try {
      const experiment = EXPERIMENTS[name] as (
        engine: Engine,
        request: unknown,
      ) => Generator<Step<unknown>, void, void>;
      let told = Number.NEGATIVE_INFINITY;
      let cost = 0;
      for (const step of experiment(this.engine, request)) {
        const now = performance.now();
        const due = now - told > Math.max(INTERVAL, SHARE * cost);
        if (due || step.done === step.total) {
          await tell({ done: step.done, total: step.total, result: step.result() });
          told = performance.now();
          cost = told - now;
        }
        await pause();
        if (run.held && !run.ended && step.done < step.total) {
          // What is held is looked at: it is shown as far as it came.
          await tell({ done: step.done, total: step.total, result: step.result() });
          await run.released();
        }
        if (run.ended) return;
      }
    } finally {
      this.runs.delete(id);
    }
  }

  hold(id: number): void {
    this.runs.get(id)?.hold();
  }

  go(id: number): void {
    this.runs.get(id)?.go();
  }

  end(id: number): void {
    this.runs.get(id)?.end();
  }
}
