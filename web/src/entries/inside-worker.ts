/**
 * The worker of the embed and of the single file: one script, which is the model's worker where it
 * is started under that name.
 */
import { MODEL_WORKER } from "../language/source.js";

// The modules are inside this script and run before the first message is read.
if (self.name === MODEL_WORKER) void import("../language/language-worker.js");
else void import("../experiments/worker.js");
