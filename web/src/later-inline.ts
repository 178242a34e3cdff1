/** The same inside the script: for the single file and the embed. */
import * as workers from "./calculator/helper.js";
import * as reasons from "./sections/reasons/index.js";
import * as takeAway from "./takeaway/index.js";

export const loadWorkers = (): Promise<typeof workers> => Promise.resolve(workers);
export const loadReasons = (): Promise<typeof reasons> => Promise.resolve(reasons);
export const loadTakeAway = (): Promise<typeof takeAway> => Promise.resolve(takeAway);
