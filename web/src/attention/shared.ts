/** One engine for all elements of a document, and a calculator for each. */
import { startFirst, wholeModule } from "edition:engine";
import { once } from "../once.js";
import { Calculator } from "./calculator.js";

let arrived: Calculator | null = null;

/** The first of them, of no element. Rejects with the reason why the engine did not start; asked again, it starts anew. */
export const firstCalculator = once(async () => {
  arrived = new Calculator(await startFirst(), wholeModule);
  return arrived;
});

export const sharedCalculator = (): Promise<Calculator> =>
  firstCalculator().then((calculator) => calculator.another());

/** The same without waiting; null while the engine is on its way. */
export const calculatorHere = (): Calculator | null => arrived?.another() ?? null;
