/** The draw of ten questions. */
import { experiment, inOneStep, type StudyRequest } from "../../experiments/experiment.js";
import { DRAWN, POOL } from "./pool.js";

/**
 * The places in the pool of the ten with the least of RandomState(quizseed).normal(size=34), the
 * least first.
 */
export const ten = experiment(
  "quiz/ten",
  ["quizseed"],
  inOneStep((engine, { quizseed }: Pick<StudyRequest, "quizseed">): readonly number[] => {
    const { data } = engine.randomNormal({ seed: quizseed, rows: 1, cols: POOL.length });
    return Array.from(data.keys())
      .sort((one, other) => (data[one] ?? 0) - (data[other] ?? 0))
      .slice(0, DRAWN);
  }),
  () => true,
);
