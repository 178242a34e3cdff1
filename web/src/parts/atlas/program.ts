import type { ProgramNote } from "../../part-kit/program-note.js";

/** The program has the rule of the model among its parameters; it prints no other model. */
export const program: ProgramNote = {
  values: async ({ model }) => (await import("./program-values.js")).programValues(model),
  without: ["factors"],
};
