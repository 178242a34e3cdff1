/**
 * Runs experiments step by step. A run can be held, continued and ended, and reports its results.
 */
import type { Engine } from "../engine/api.js";
import type { Report } from "../work.js";
import type { Experiment, FurtherCalls } from "./experiment.js";

export type { Report } from "../work.js";

export type Order = "hold" | "go" | "end";

/** Least milliseconds between two reports. */
const INTERVAL = 120;
/** Least time between two reports, as a multiple of the time that making a report takes. */
const SHARE = 3;

/** Lets the event loop handle messages and other tasks. */
const pause = () => new Promise<void>((resolve) => setTimeout(resolve));

interface Run {
  order: Order;
  /** Called when it is not held any more. */
  wake(): void;
}

export class Runs {
  private readonly runs = new Map<number, Run>();

  constructor(private readonly engine: Engine) {}

  /**
   * Settles when the run is complete or has been ended; rejects with the engine's error.
   * @param further the calls beside the engine's, for an experiment that needs them; orders count
   *   while they load
   * @param order the first one
   */
  async begin<Request, Result>(
    id: number,
    experiment: Experiment<Request, Result>,
    request: Request,
    tell: (report: Report<Result>) => void | Promise<void>,
    further?: FurtherCalls | Promise<FurtherCalls>,
    order: Order = "go",
  ): Promise<void> {
    const run: Run = { order, wake: () => undefined };
    this.runs.set(id, run);
    const is = (order: Order) => run.order === order;
    try {
      const calls = { ...this.engine, ...(await further) };
      if (is("end")) return;
      let reportedAt = Number.NEGATIVE_INFINITY;
      let cost = 0;
      for (const step of experiment.run(calls, request)) {
        const { done, total } = step;
        const report = () => tell({ done, total, result: step.result() });
        const now = performance.now();
        if (now - reportedAt > Math.max(INTERVAL, SHARE * cost) || done === total) {
          await report();
          reportedAt = performance.now();
          cost = reportedAt - now;
        }
        await pause();
        if (is("hold") && done < total) {
          // Report again on pause: a reader who stops a run looks at its result.
          await report();
          if (is("hold")) await new Promise<void>((resolve) => (run.wake = resolve));
        }
        if (is("end")) return;
      }
    } finally {
      this.runs.delete(id);
    }
  }

  /** Holds, continues or ends a run; nothing happens where it is over. The end is final. */
  control(id: number, order: Order): void {
    const run = this.runs.get(id);
    if (run === undefined || run.order === "end") return;
    run.order = order;
    if (order !== "hold") run.wake();
  }
}
