/** The scripts that the first screen does not need, as parts of the one script: for the embed. */
import * as takeAway from "../export/index.js";
import * as programs from "../export/program.js";
import * as workers from "../lab/helper.js";
import * as reasons from "../parts/sections.js";

export const loadWorkers = (): Promise<typeof workers> => Promise.resolve(workers);
export const loadReasons = (): Promise<typeof reasons> => Promise.resolve(reasons);
export const loadTakeAway = (): Promise<typeof takeAway> => Promise.resolve(takeAway);
export const loadPrograms = (): Promise<typeof programs> => Promise.resolve(programs);
