/** What the first screen does without, as scripts of their own: for the hosted page. */
export const loadWorkers = () => import("../lab/helper.js");
export const loadReasons = () => import("../parts/sections.js");
export const loadTakeAway = () => import("../export/index.js");
export const loadPrograms = () => import("../export/program.js");
