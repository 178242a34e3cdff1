export { scores } from "./scores.js";
export { spread } from "./spread.js";
