import type { ProgramNote } from "../../part-kit/program-note.js";

export const program: ProgramNote = { torch: "about", counted: "cells" };
