/** The scripts that the first screen does not need, each a file of its own: for the hosted page. */
export const loadWorkers = () => import("../lab/helper.js");
export const loadReasons = () => import("../parts/sections.js");
export const loadStory = () => import("../story/index.js");
export const loadTakeAway = () => import("../export/index.js");
export const loadAlone = () => import("../alone/index.js");
export const loadPrograms = () => import("../export/program.js");
export const loadVersions = () => import("../versions/index.js");
export const loadDocuments = () => import("../text/documents.js");
export const loadFraming = () => import("./framed.js");
