/** One engine for all elements of a document, and a calculator for each. */
import { startFirst, wholeModule } from "edition:engine";
import { Calculator } from "./calculator.js";

let first: Promise<Calculator> | undefined;

export function sharedCalculator(): Promise<Calculator> {
  first ??= startFirst().then((engine) => new Calculator(engine, wholeModule));
  return first.then((calculator) => calculator.another());
}
