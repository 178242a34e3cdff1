export { grid } from "./grid.js";
