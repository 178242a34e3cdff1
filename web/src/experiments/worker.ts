/** The worker: it has its own engine, so that long computations never delay the page. */
import { expose, type ProxyMarked, type Remote, releaseProxy, transfer } from "comlink";
import type { AttentionRequest, SentenceAttention } from "../attention/sentence-attention.js";
import { sentenceAttention } from "../attention/sentence-attention.js";
import type { Engine } from "../engine/api.js";
import { start as startFormats } from "../engine/formats.js";
import { start as startLayers } from "../engine/layers.js";
import type { LayerCalls } from "../engine/layers-api.js";
import type { FormatCalls } from "../engine/number-formats.js";
import { start } from "../engine/whole.js";
import { once } from "../work.js";
import { buffersIn } from "./experiment.js";
import { experimentNamed } from "./experiments.js";
import { type Order, type Report, Runs } from "./runs.js";

let engine: Engine | undefined;
let runs: Runs | undefined;
let layers: (() => Promise<LayerCalls>) | undefined;
let formats: (() => Promise<FormatCalls>) | undefined;

const NOT_STARTED = "the worker was called before it was started";

const calls = {
  /** @param compiled the engine's module, which the page has compiled already */
  async start(compiled: WebAssembly.Module): Promise<void> {
    engine = await start(compiled);
    runs = new Runs(engine);
    formats = once(() => startFormats(compiled));
  },

  /** Answers at once, which shows that the worker still runs. */
  ping(): void {},

  sentenceAttention(request: AttentionRequest): SentenceAttention {
    if (engine === undefined) throw new Error(NOT_STARTED);
    return sentenceAttention(engine, request);
  },

  /** @param compiledLayers the module of the layers, for an experiment that calls them */
  async begin(
    id: number,
    name: string,
    request: unknown,
    tell: Remote<((report: Report<unknown>) => void) & ProxyMarked>,
    compiledLayers?: WebAssembly.Module,
    order?: Order,
  ): Promise<void> {
    if (runs === undefined) throw new Error(NOT_STARTED);
    try {
      if (compiledLayers !== undefined) layers ??= once(() => startLayers(compiledLayers));
      // The work waits until the page has received the report, so that reports never queue up.
      const report = async (made: Report<unknown>) => {
        const over = made.done === made.total;
        // The experiment needs the last result no more: its buffers are handed over, without a
        // copy.
        await tell(over ? transfer(made, buffersIn(made.result)) : made);
      };
      const named = experimentNamed(name);
      const further = named.formats ? formats?.() : layers?.();
      await runs.begin(id, named, request, report, further, order);
    } finally {
      // Without this the channel of the listener would stay open.
      tell[releaseProxy]();
    }
  },

  control: (id: number, order: Order) => runs?.control(id, order),
};

export type WorkerCalls = typeof calls;

expose(calls);
