export { check, round } from "./rounds.js";
