/** What a table and a card of the models need: a script of its own, which comes with the first. */
export { modelCard } from "./card.js";
export { choiceOf } from "./rules.js";
export { modelsTable } from "./table.js";
