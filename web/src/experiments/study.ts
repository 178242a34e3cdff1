/** A study: an experiment with the request that was made last, run while it is in sight. */
import { Work } from "../work.js";
import type { Experiment } from "./experiment.js";
import type { Laboratory } from "./laboratory.js";

export type Study<Request, Result> = Work<Result, Request>;

/** @param name within its part */
export const studyOf = <Request, Result>(
  name: string,
  experiment: Experiment<Request, Result>,
  laboratory: () => Promise<Laboratory>,
  changed: () => void,
): Study<Request, Result> =>
  new Work(
    async (request, run) => {
      const place = await laboratory();
      if (run.isWanted()) {
        run.control(place.run(experiment, request, run.report, run.fail));
      }
      return undefined;
    },
    { name, changed, inSight: false },
  );
