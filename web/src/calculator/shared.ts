/** One engine for all elements of a document. */
import { binary } from "edition:binary";
import { compile } from "../engine/load.js";
import { type Calculator, startCalculator } from "./calculator.js";

let calculator: Promise<Calculator> | undefined;

export function sharedCalculator(): Promise<Calculator> {
  calculator ??= compile(binary).then(startCalculator);
  return calculator;
}
