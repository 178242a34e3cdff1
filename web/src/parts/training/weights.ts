/** The parameters of the lanes of a race as a file. */
import type { Race } from "./race.js";

/** Digits that a number in single precision needs. */
const DIGITS = 9;

/** JSON: the setup, the number of steps of each lane, and of each every matrix by its name, as a list of rows. In pieces, since it may be long. */
export function weightsFile({ setup, shown, shownStep, lanes }: Race): Blob {
  const steps = Object.fromEntries(lanes.map((lane) => [lane.name, lane.stepAt(shownStep)]));
  const head = JSON.stringify({ setup, steps });
  const pieces = lanes.flatMap(({ name, state, layout }, i) => {
    const parameters = shown?.parameters[i] ?? state?.parameters ?? new Float32Array();
    const matrices = layout.map(({ name: entry, from, rows, cols }) => {
      const row = (at: number) =>
        Array.from(parameters.subarray(from + at * cols, from + (at + 1) * cols), (value) =>
          Number(value.toPrecision(DIGITS)),
        );
      return `"${entry}":${JSON.stringify(Array.from({ length: rows }, (_, at) => row(at)))}`;
    });
    return [
      `,"${name}":{`,
      ...matrices.flatMap((text, m) => (m === 0 ? [text] : [",", text])),
      "}",
    ];
  });
  return new Blob([head.slice(0, -1), ...pieces, "}"], { type: "application/json" });
}
