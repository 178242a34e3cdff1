/** The worker: an engine of its own, so that heavy work never holds up the page. */
import { expose } from "comlink";
import type { Engine } from "../engine/api.js";
import { start } from "../engine/load.js";
import {
  type AttentionRequest,
  type SentenceAttention,
  sentenceAttention,
} from "../model/sentence-attention.js";

let engine: Engine | undefined;

const calls = {
  /** The page has compiled the binary already; a compiled module can be handed over. */
  async start(compiled: WebAssembly.Module): Promise<void> {
    engine = await start(compiled);
  },

  sentenceAttention(request: AttentionRequest): SentenceAttention {
    if (engine === undefined) throw new Error("the worker was called before it was started");
    return sentenceAttention(engine, request);
  },
};

export type WorkerCalls = typeof calls;

expose(calls);
