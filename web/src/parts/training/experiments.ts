export { keyTest } from "./key-test.js";
export { round } from "./rounds.js";
