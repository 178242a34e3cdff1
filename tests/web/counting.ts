/**
 * Experiments that only count, for tests of how they run: their steps can be counted, and take no
 * time.
 */
import { expect, vi } from "vitest";
import { type Experiment, experiment } from "../../web/src/experiments/experiment.js";

export interface Counting {
  readonly total: number;
  /** The step that fails. */
  readonly breaks?: number;
  /** The entry of `taken` that counts the steps. */
  readonly log?: string;
}

/** The number of steps by log. */
export const taken = new Map<string, number>();

export const count = experiment<never, number, Counting>("test/count", [], function* (_, request) {
  const { total, breaks, log = "" } = request;
  for (let done = 1; done <= total; done += 1) {
    if (done === breaks) throw new Error(`broken at ${done}`);
    taken.set(log, done);
    yield { done, total, result: () => done };
  }
});

/** This function stands in for that of web/src/experiments/experiments.ts. */
export const experimentNamed = () => count as Experiment<unknown, unknown>;

export const until = (condition: () => boolean) =>
  vi.waitFor(() => expect(condition()).toBe(true), { timeout: 5000, interval: 1 });
export const later = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
