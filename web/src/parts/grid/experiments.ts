export { trainGrid } from "./grid.js";
