/** One engine for all elements of a document, and a calculator for each. */
import { startFirst, wholeModule } from "edition:engine";
import { Calculator } from "./calculator.js";

let first: Promise<Calculator> | undefined;
let arrived: Calculator | null = null;

export function sharedCalculator(): Promise<Calculator> {
  first ??= startFirst().then((engine) => {
    arrived = new Calculator(engine, wholeModule);
    return arrived;
  });
  return first.then((calculator) => calculator.another());
}

/** The same without waiting; null while the engine is on its way. */
export const calculatorHere = (): Calculator | null => arrived?.another() ?? null;
