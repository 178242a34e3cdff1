export { cost } from "./cost.js";
export { needle } from "./needle.js";
