import type { ProgramNote } from "../../part-kit/program-note.js";

/** The program leaves out the training with a mistake in the code. */
export const program: ProgramNote = { without: ["race"] };
