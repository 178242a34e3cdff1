import type { ProgramNote } from "../../part-kit/program-note.js";

/** That of the heads prints the answers, too. */
export const program: ProgramNote = { of: "inside", torch: "model" };
