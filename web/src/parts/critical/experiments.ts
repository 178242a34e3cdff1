export { map, means } from "./participation.js";
