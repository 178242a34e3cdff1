import type { ProgramNote } from "../../part-kit/program-note.js";

/** It prints nothing of the training with a mistake in the code. */
export const program: ProgramNote = { without: ["race"] };
