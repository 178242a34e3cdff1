export { inputsOf as inputsAsked } from "../export/inputs.js";
