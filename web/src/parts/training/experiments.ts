export { round } from "./rounds.js";
