/**
 * The engine of the built package, with all its calls, for every test that only calls it. A process
 * loads it once.
 */
import { loadEngine } from "attention-scale";

export const engine = await loadEngine();
