import type { ProgramNote } from "../../part-kit/program-note.js";

/** The program of the part `inside` prints these scores too. */
export const program: ProgramNote = { sharedWith: "inside", torch: "model" };
