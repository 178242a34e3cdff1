/** Where experiments run: in workers of their own, or, where there is none, in the page between two frames. */

import { startWhole, wholeModule } from "edition:engine";
import { proxy } from "comlink";
import type { Engine } from "../engine/api.js";
import { once } from "../once.js";
import type { ExperimentName, RequestOf, ResultOf } from "./experiments.js";
import { WorkerPlace } from "./helper.js";
import { type Report, Runs } from "./runs.js";

/** An experiment on its way. */
export interface Running {
  hold(): void;
  go(): void;
  end(): void;
}

/** The calls of Runs, here or in the worker. */
type Place = Pick<Runs, "hold" | "go" | "end">;

interface Seat {
  readonly worker: WorkerPlace;
  /** Experiments that are on their way there. */
  running: number;
}

export class Laboratory {
  private readonly seats: Seat[];
  private readonly here: Runs;
  private count = 0;
  private users = 0;

  constructor(
    readonly engine: Engine,
    compiled: () => Promise<WebAssembly.Module>,
    workers = 1,
  ) {
    this.here = new Runs(engine);
    this.seats = Array.from({ length: workers }, () => ({
      worker: new WorkerPlace(compiled),
      running: 0,
    }));
  }

  /** An element shows experiments. */
  enter(): void {
    this.users += 1;
  }

  /** It has left the document: the workers end with the last of them. */
  leave(): void {
    this.users -= 1;
    if (this.users === 0) for (const { worker } of this.seats) worker.end();
  }

  /** Where the fewest experiments are. */
  private seat(): Seat {
    return this.seats.reduce((a, b) => (b.running < a.running ? b : a));
  }

  /** `tell` hears of results that refine, the last of which is complete; `fail` of an error, after which nothing comes. */
  run<N extends ExperimentName>(
    name: N,
    request: RequestOf<N>,
    tell: (report: Report<ResultOf<N>>) => void,
    fail: (error: unknown) => void,
  ): Running {
    this.count += 1;
    const id = this.count;
    let held = false;
    let ended = false;
    let place: Place | undefined;
    /** Watches the worker again, where it may have been silent while nothing was due. */
    let listen = () => {};
    const heard = (report: Report<unknown>) => {
      if (!ended) tell(report as Report<ResultOf<N>>);
    };
    /** Begins anew wherever it comes to: slower where a worker was lost, but right. */
    const beginIn = async (chosen: Place, begin: () => Promise<void>) => {
      if (ended) return;
      place = chosen;
      const begun = begin();
      if (held) place.hold(id);
      await begun;
    };
    const seat = this.seat();
    seat.running += 1;
    seat.worker
      .run(
        (helper) => {
          const { calls } = helper;
          listen = () => helper.listen();
          const begin = () =>
            helper.answer(calls.begin(id, name, request, proxy(heard)), () => !held && !ended);
          return beginIn(calls as unknown as Place, begin);
        },
        () => beginIn(this.here, () => this.here.begin(id, name, request, heard)),
      )
      .catch((error: unknown) => {
        if (!ended) fail(error);
      })
      .finally(() => {
        seat.running -= 1;
      });
    return {
      hold: () => {
        held = true;
        place?.hold(id);
      },
      go: () => {
        held = false;
        place?.go(id);
        listen();
      },
      end: () => {
        ended = true;
        place?.end(id);
      },
    };
  }
}

/** One core is the page's own; more than three workers would wait for memory, not for cores. */
const workersHere = () => Math.min(3, Math.max(1, (navigator.hardwareConcurrency || 1) - 1));

/** One for all elements of a document. */
export const sharedLaboratory = once(async () => {
  const engine = await startWhole();
  return new Laboratory(engine, wholeModule, workersHere());
});
