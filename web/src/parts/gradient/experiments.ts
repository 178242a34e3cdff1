export { draws } from "./draws.js";
export { sentence } from "./sentence.js";
export { shares } from "./shares.js";
