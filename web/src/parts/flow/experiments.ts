export { flow } from "./flow.js";
