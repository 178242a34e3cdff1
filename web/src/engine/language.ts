/** The engine of the trained model, in a binary of its own. */
import createModule from "language-glue";
import { type LanguageCalls, languageCalls } from "./language-calls.js";
import { instantiate } from "./load.js";

/** An engine with its own memory, from a compiled module: the model's worker gets the module and calls this. */
export const start = (compiled: WebAssembly.Module): Promise<LanguageCalls> =>
  instantiate(compiled, createModule, languageCalls);
