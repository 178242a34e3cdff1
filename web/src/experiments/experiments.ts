/** All experiments by name: those among what parts/<part>/experiments.ts exports. */
import type { Experiment } from "./experiment.js";

const modules = import.meta.glob<Record<string, unknown>>("../parts/*/experiments.ts", {
  eager: true,
});

const isExperiment = (value: unknown): value is Experiment<unknown, unknown> =>
  typeof value === "object" && value !== null && "run" in value;

const experiments = new Map(
  Object.values(modules)
    .flatMap((module) => Object.values(module))
    .filter(isExperiment)
    .map((experiment) => [experiment.name, experiment]),
);

/** @throws Error where there is none of that name */
export function experimentNamed(name: string): Experiment<unknown, unknown> {
  const experiment = experiments.get(name);
  if (experiment === undefined) throw new Error(`There is no experiment "${name}".`);
  return experiment;
}
