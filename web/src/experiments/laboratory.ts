/** Runs experiments in workers, or in the page between two frames where there are no workers. */

import { proxy, transfer } from "comlink";
import type { Engine } from "../engine/api.js";
import { once } from "../once.js";
import { edition } from "./edition.js";
import { buffersIn, type Experiment } from "./experiment.js";
import { type Order, type Report, Runs } from "./runs.js";
import { WorkerPlace } from "./worker-place.js";

/** The run of an experiment. */
export type Running = Readonly<Record<Order, () => void>>;

const nothing = () => undefined;
const NONE: Running = { hold: nothing, go: nothing, end: nothing };

type Calls = Pick<Runs, "control">;

export class Laboratory {
  private readonly workers: { readonly place: WorkerPlace; running: number }[];
  /** Runs in the page. */
  private readonly here: Runs;
  private count = 0;
  private users = 0;

  constructor(
    readonly engine: Engine,
    compiled: () => Promise<WebAssembly.Module>,
    workers = 1,
  ) {
    this.here = new Runs(engine);
    this.workers = Array.from({ length: workers }, () => ({
      place: new WorkerPlace(compiled),
      running: 0,
    }));
  }

  /** Counts an element that shows experiments. */
  enter(): void {
    this.users += 1;
  }

  /** Counts an element that has left the document. The workers end with the last one. */
  leave(): void {
    this.users -= 1;
    if (this.users === 0) for (const { place } of this.workers) place.end();
  }

  /**
   * Begins an experiment in the worker with the fewest runs. Where no element uses the laboratory nothing begins: a worker that
   * started for it would have nobody who ends it.
   * @param tell called with each result; the last one is complete
   * @param fail called with an error, after which nothing follows
   */
  run<Request, Result>(
    experiment: Experiment<Request, Result>,
    request: Request,
    tell: (report: Report<Result>) => void,
    fail: (error: unknown) => void,
  ): Running {
    if (this.users === 0) return NONE;
    this.count += 1;
    const id = this.count;
    let state: Order = "go";
    let calls: Calls | undefined;
    /** Pings the worker again: while the run was held, no answer was due. */
    let listen = () => {};
    const heard = (report: Report<unknown>) => {
      if (state !== "end") tell(report as Report<Result>);
    };
    /** Begins the run, from its start again where its worker was lost. */
    const beginIn = async (chosen: Calls, begin: () => Promise<void>) => {
      if (state === "end") return;
      calls = chosen;
      const begun = begin();
      if (state === "hold") calls.control(id, "hold");
      await begun;
    };
    const worker = this.workers.reduce((a, b) => (b.running < a.running ? b : a));
    worker.running += 1;
    worker.place
      .run(
        async (helper) => {
          const compiled = experiment.layers ? await edition.layersModule() : undefined;
          listen = () => helper.listen();
          const begin = () => {
            // The browser would copy lists of megabytes more than once. It is a copy, since another worker may have to begin again.
            const copy = structuredClone(request);
            const sent = transfer(copy, buffersIn(copy));
            return helper.answer(
              helper.calls.begin(id, experiment.name, sent, proxy(heard), compiled),
              () => state === "go",
            );
          };
          return beginIn(helper.calls as unknown as Calls, begin);
        },
        async () => {
          const calls = experiment.layers ? await edition.startLayers() : undefined;
          return beginIn(this.here, () => this.here.begin(id, experiment, request, heard, calls));
        },
      )
      .catch((error: unknown) => {
        if (state !== "end") fail(error);
      })
      .finally(() => {
        worker.running -= 1;
      });
    const order = (given: Order) => () => {
      if (state !== "end") state = given;
      calls?.control(id, given);
      if (state === "go") listen();
    };
    return { hold: order("hold"), go: order("go"), end: order("end") };
  }
}

/** One core is left to the page; more than three workers would wait for memory, not for cores. */
const workersHere = () => Math.min(3, Math.max(1, (navigator.hardwareConcurrency || 1) - 1));

const LANES = 7;

/** A laboratory with one worker for each lane of a race: lanes that shared a worker would wait for each other. */
export const laneLaboratories = once(async () => {
  const engine = await edition.startWhole();
  return Array.from({ length: LANES }, () => new Laboratory(engine, edition.wholeModule));
});

/** One laboratory for all elements of a document. */
export const sharedLaboratory = once(async () => {
  const engine = await edition.startWhole();
  return new Laboratory(engine, edition.wholeModule, workersHere());
});
