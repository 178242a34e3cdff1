/**
 * The engine of the built package, with all its calls, for every test that only calls it. A process
 * loads it once.
 */
import { loadEngine, type VectorInput } from "attention-scale";

export const engine = await loadEngine();

export const meanOf = (numbers: VectorInput): number => engine.moments(numbers).mean;
