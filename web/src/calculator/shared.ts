/** One engine for all elements of a document. */
import { binary } from "edition:binary";
import { compile } from "../engine/load.js";
import { Calculator, startCalculator } from "./calculator.js";

let first: Promise<Calculator> | undefined;

/** A calculator for each element, since it answers only the newest request; all on the same engine. */
export async function sharedCalculator(): Promise<Calculator> {
  first ??= compile(binary).then(startCalculator);
  const { engine, compiled } = await first;
  return new Calculator(engine, compiled);
}
