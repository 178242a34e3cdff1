/** Where experiments run: in a worker of their own, or, where there is none, in the page between two frames. */

import { startWhole, wholeModule } from "edition:engine";
import { proxy } from "comlink";
import type { Engine } from "../engine/api.js";
import type { ExperimentName, RequestOf, ResultOf } from "../model/experiments/index.js";
import { answerOf, type Helper, startHelper, WorkerDied } from "./helper.js";
import { type Report, Runs } from "./runs.js";

/** An experiment on its way. */
export interface Running {
  hold(): void;
  go(): void;
  end(): void;
}

/** The calls of Runs, here or in the worker. */
type Place = Pick<Runs, "hold" | "go" | "end">;

export class Laboratory {
  private helper: Promise<Helper | null> | undefined;
  private readonly here: Runs;
  private count = 0;

  constructor(
    readonly engine: Engine,
    private readonly compiled: () => Promise<WebAssembly.Module>,
  ) {
    this.here = new Runs(engine);
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
    const heard = (report: Report<unknown>) => {
      if (!ended) tell(report as Report<ResultOf<N>>);
    };
    const start = async () => {
      this.helper ??= startHelper(this.compiled, () => {
        this.helper = Promise.resolve(null);
      });
      const helper = await this.helper;
      if (ended) return;
      place = helper === null ? this.here : (helper.calls as unknown as Place);
      const begun =
        helper === null
          ? this.here.begin(id, name, request, heard)
          : answerOf(helper.worker, helper.calls.begin(id, name, request, proxy(heard)));
      if (held) place.hold(id);
      try {
        await begun;
      } catch (error) {
        if (!(error instanceof WorkerDied) || ended) throw error;
        // Begun anew, here: slower but right.
        place = this.here;
        const anew = this.here.begin(id, name, request, heard);
        if (held) place.hold(id);
        await anew;
      }
    };
    start().catch((error: unknown) => {
      if (!ended) fail(error);
    });
    return {
      hold: () => {
        held = true;
        place?.hold(id);
      },
      go: () => {
        held = false;
        place?.go(id);
      },
      end: () => {
        ended = true;
        place?.end(id);
      },
    };
  }
}

let laboratory: Promise<Laboratory> | undefined;

/** One for all elements of a document. */
export function sharedLaboratory(): Promise<Laboratory> {
  if (laboratory === undefined) {
    laboratory = startWhole().then((engine) => new Laboratory(engine, wholeModule));
    // Asked for again by who comes next: the network may be back.
    laboratory.catch(() => {
      laboratory = undefined;
    });
  }
  return laboratory;
}
