/** The reasons as a script of their own: for the hosted page, whose first screen does without them. */
export const loadReasons = () => import("./reasons/index.js");
