/** What the first screen does without, as scripts of their own: for the hosted page. */
export const loadWorkers = () => import("./calculator/helper.js");
export const loadReasons = () => import("./sections/reasons/index.js");
export const loadTakeAway = () => import("./takeaway/index.js");
