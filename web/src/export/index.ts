/** Whatever leaves the page: pictures, numbers, code, the page itself. It comes when it is first asked for. */
export { TakeAway } from "./dialog.js";
export { SharePieces } from "./share.js";
