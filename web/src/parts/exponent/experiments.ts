export { growth } from "./growth.js";
export { places } from "./places.js";
