export { aligned } from "./aligned.js";
export { scores } from "./scores.js";
export { spread } from "./spread.js";
