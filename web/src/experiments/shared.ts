/** One engine for all elements of a document, and a calculator for each. */
import { once } from "../once.js";
import { Calculator } from "./calculator.js";
import { edition } from "./edition.js";

let arrived: Calculator | null = null;

/** The calculator that the others are made from. Rejects with the reason why the engine did not start; the next call tries again. */
export const firstCalculator = once(async () => {
  arrived = new Calculator(await edition.startFirst(), edition.wholeModule);
  return arrived;
});

export const sharedCalculator = (): Promise<Calculator> =>
  firstCalculator().then((calculator) => calculator.another());

/** The same without a promise; null until the engine has started. */
export const calculatorHere = (): Calculator | null => arrived?.another() ?? null;
