/** Runs experiments in workers, or in the page between two frames where there are no workers. */

import { proxy, transfer } from "comlink";
import type { Engine } from "../engine/api.js";
import { LANE_NAMES } from "../keys/training.js";
import { once, type Running } from "../work.js";
import { edition } from "./edition.js";
import { buffersIn, type Experiment, type FurtherCalls } from "./experiment.js";
import { type Order, type Report, Runs } from "./runs.js";
import { type Calculating, WorkerPlace } from "./worker-place.js";

export class Laboratory {
  private readonly workers: readonly WorkerPlace[];
  /** Runs in the page. */
  private readonly here: Runs;
  private count = 0;
  private users = 0;

  constructor(
    readonly engine: Engine,
    workers = 1,
  ) {
    this.here = new Runs(engine);
    this.workers = Array.from({ length: workers }, () => new WorkerPlace());
  }

  /** Counts an element that shows experiments. */
  enter(): void {
    this.users += 1;
  }

  /** Counts an element that has left the document. The workers end with the last one. */
  leave(): void {
    this.users -= 1;
    if (this.users === 0) for (const worker of this.workers) worker.end();
  }

  /**
   * Begins an experiment in the worker with the fewest runs. Where no element uses the laboratory
   * nothing begins: a worker that started for it would have nobody who ends it.
   * @param tell called with each result; the last one is complete
   * @param fail called with an error, after which nothing follows
   */
  run<Request, Result>(
    experiment: Experiment<Request, Result>,
    request: Request,
    tell: (report: Report<Result>) => void,
    fail: (error: unknown) => void,
  ): Running {
    this.count += 1;
    const id = this.count;
    let order: Order = "go";
    let control: ((id: number, order: Order) => void) | undefined;
    /** Pings the worker again: while the run was held, no answer was due. */
    let listen = () => {};
    const heard = (report: Report<unknown>) => {
      if (order !== "end") tell(report as Report<Result>);
    };
    const inWorker = async (helper: Calculating) => {
      const compiled = experiment.layers ? await edition.layersModule() : undefined;
      listen = () => helper.listen();
      if (order === "end") return;
      control = helper.calls.control;
      // The browser would copy lists of megabytes more than once. It is a copy, since another
      // worker may have to begin again; but of numbers of files, which can be read again.
      const given = experiment.formats ? request : structuredClone(request);
      const sent = transfer(given, buffersIn(given));
      const { name } = experiment;
      const begun = helper.calls.begin(id, name, sent, proxy(heard), compiled, order);
      await helper.answer(begun, () => order === "go");
    };
    const inPage = async () => {
      const calls = await furtherHere(experiment);
      if (order === "end") return;
      control = (...given) => this.here.control(...given);
      await this.here.begin(id, experiment, request, heard, calls, order);
    };
    const worker = this.workers.reduce((a, b) => (b.running < a.running ? b : a));
    if (this.users > 0) {
      worker.run(inWorker, inPage).catch((error: unknown) => {
        if (order !== "end") fail(error);
      });
    }
    const give = (next: Order) => () => {
      if (order !== "end") order = next;
      control?.(id, next);
      if (order === "go") listen();
    };
    return { hold: give("hold"), go: give("go"), end: give("end") };
  }
}

/** The calls of an experiment beside the engine's, where it runs in the page. */
async function furtherHere({
  layers,
  formats,
}: Pick<Experiment<never, never>, "layers" | "formats">): Promise<FurtherCalls> {
  if (layers) return edition.startLayers();
  return formats ? formatsHere() : {};
}

const formatsHere = once(async () => {
  const [{ start }, compiled] = await Promise.all([
    import("../engine/formats.js"),
    edition.wholeModule(),
  ]);
  return start(compiled);
});

/** One core is left to the page; more than three workers would wait for memory, not for cores. */
const workersHere = () => Math.min(3, Math.max(1, (navigator.hardwareConcurrency || 1) - 1));

/**
 * A laboratory with one worker for each lane that a race may have: lanes that shared a worker would
 * wait for each other.
 */
export const laneLaboratories = once(async () => {
  const engine = await edition.startWhole();
  return Array.from(LANE_NAMES, () => new Laboratory(engine));
});

/** One laboratory for all elements of a document. */
export const sharedLaboratory = once(async () => {
  const engine = await edition.startWhole();
  return new Laboratory(engine, workersHere());
});
