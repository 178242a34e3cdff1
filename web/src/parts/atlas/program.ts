import type { ProgramNote } from "../../part-kit/program-note.js";

/** The program has the factors of the models and the rule of one among its parameters. */
export const program: ProgramNote = {
  values: async (state) => (await import("./program-values.js")).programValues(state),
};
