/** The parameters of the lanes of a race as a file. */
import type { Race } from "./race.js";

/** Digits that a number in single precision needs. */
const DIGITS = 9;

/** JSON: the setup, the number of steps of each lane, and of each every matrix by its name, as a list of rows. */
export function weightsFile({ setup, shown, shownStep, lanes }: Race): Blob {
  const rounded = (value: number) => Number(value.toPrecision(DIGITS));
  const steps = Object.fromEntries(lanes.map((lane) => [lane.name, lane.stepAt(shownStep)]));
  const matrices = lanes.map(({ name, state, layout }, i) => {
    const parameters = shown?.parameters[i] ?? state?.parameters ?? new Float32Array();
    const entries = layout.map(({ name: entry, from, rows, cols }) => {
      const row = (at: number) =>
        Array.from(parameters.subarray(from + at * cols, from + (at + 1) * cols), rounded);
      return [entry, Array.from({ length: rows }, (_, at) => row(at))] as const;
    });
    return [name, Object.fromEntries(entries)] as const;
  });
  const content = { setup, steps, ...Object.fromEntries(matrices) };
  return new Blob([JSON.stringify(content)], { type: "application/json" });
}
