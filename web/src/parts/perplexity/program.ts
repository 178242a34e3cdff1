import type { ProgramNote } from "../../part-kit/program-note.js";

/** That of the heads prints the perplexities, too. */
export const program: ProgramNote = { of: "inside", torch: "model" };
