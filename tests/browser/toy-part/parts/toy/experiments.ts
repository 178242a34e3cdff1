/** The sums of the first odd numbers, one in a step. */
import { experiment } from "../../experiments/experiment.js";

export const squares = experiment("toy/squares", ["terms"], function* (engine, { terms }) {
  const sums: number[] = [];
  for (let done = 1; done <= terms; done += 1) {
    const { count, mean } = engine.moments(Array.from({ length: done }, (_, i) => 2 * i + 1));
    sums.push(Math.round(count * mean));
    yield { done, total: terms, result: () => [...sums] };
  }
});
