import type { ProgramNote } from "../../part-kit/program-note.js";

/** The program of the part `inside` also prints the answers. */
export const program: ProgramNote = { sharedWith: "inside", torch: "model" };
