/** One engine for all elements of a document, and a calculator for each. */
import { binary } from "edition:binary";
import { compile } from "../engine/load.js";
import { type Calculator, startCalculator } from "./calculator.js";

let first: Promise<Calculator> | undefined;

export function sharedCalculator(): Promise<Calculator> {
  first ??= compile(binary).then(startCalculator);
  return first.then((calculator) => calculator.another());
}
