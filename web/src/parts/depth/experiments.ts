export { depth, moved } from "./depth.js";
