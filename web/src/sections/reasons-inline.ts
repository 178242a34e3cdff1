/** The reasons inside the script: for the single file and the embed. */
import * as reasons from "./reasons/index.js";

export const loadReasons = (): Promise<typeof reasons> => Promise.resolve(reasons);
