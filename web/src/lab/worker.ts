/** The worker: an engine of its own, so that heavy work never holds up the page. */
import { expose, type ProxyMarked, type Remote, releaseProxy } from "comlink";
import {
  type AttentionRequest,
  type SentenceAttention,
  sentenceAttention,
} from "../attention/sentence-attention.js";
import type { Engine } from "../engine/api.js";
import { start } from "../engine/whole.js";
import type { ExperimentName } from "./experiments.js";
import { type Report, Runs } from "./runs.js";

let engine: Engine | undefined;
let runs: Runs | undefined;

const NOT_STARTED = "the worker was called before it was started";

const calls = {
  /** The page has compiled the binary already; a compiled module can be handed over. */
  async start(compiled: WebAssembly.Module): Promise<void> {
    engine = await start(compiled);
    runs = new Runs(engine);
  },

  /** A sign of life. */
  ping(): void {},

  sentenceAttention(request: AttentionRequest): SentenceAttention {
    if (engine === undefined) throw new Error(NOT_STARTED);
    return sentenceAttention(engine, request);
  },

  async begin(
    id: number,
    name: ExperimentName,
    request: unknown,
    tell: Remote<((report: Report<unknown>) => void) & ProxyMarked>,
  ): Promise<void> {
    if (runs === undefined) throw new Error(NOT_STARTED);
    try {
      // What is told is heard before the work goes on: the page is never flooded.
      await runs.begin(id, name, request, async (report) => {
        await tell(report);
      });
    } finally {
      tell[releaseProxy]();
    }
  },

  hold: (id: number) => runs?.hold(id),
  go: (id: number) => runs?.go(id),
  end: (id: number) => runs?.end(id),
};

export type WorkerCalls = typeof calls;

expose(calls);
