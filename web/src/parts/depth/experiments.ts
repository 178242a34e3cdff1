export { depth, weightChange } from "./depth.js";
