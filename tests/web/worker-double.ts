/**
 * Stands in for the worker of an edition: Comlink talks to it as ever, and it answers when a test
 * says so.
 */
import type { Engine } from "attention-scale";
import { expose } from "comlink";
import type {
  AttentionRequest,
  SentenceAttention,
} from "../../web/src/attention/sentence-attention.js";
import { start as startFormats } from "../../web/src/engine/formats.js";
import { NODE } from "../../web/src/entries/node-edition.js";
import { provideEdition } from "../../web/src/experiments/edition.js";
import { experimentNamed } from "../../web/src/experiments/experiments.js";
import { type Order, type Report, Runs } from "../../web/src/experiments/runs.js";
import { once } from "../../web/src/work.js";

/** One of two ends of a line: what is posted here arrives there, later. */
class End extends EventTarget {
  other: End | undefined;

  postMessage(data: unknown): void {
    queueMicrotask(() => this.other?.dispatchEvent(new MessageEvent("message", { data })));
  }

  /** Nothing passes any more. */
  cut(): void {
    if (this.other !== undefined) this.other.other = undefined;
    this.other = undefined;
  }
}

interface Task {
  readonly request: AttentionRequest;
  resolve(result: SentenceAttention): void;
  reject(error: Error): void;
}

/** The page's end of a worker. */
export class PageEnd extends End {
  terminated = false;

  terminate(): void {
    this.terminated = true;
    this.cut();
  }
}

/** Both ends of a line. */
function line(): { readonly page: PageEnd; readonly worker: End } {
  const page = new PageEnd();
  const worker = new End();
  page.other = worker;
  worker.other = page;
  return { page, worker };
}

/** The page's end of a worker that answers these calls. */
export function workerWith(calls: object): PageEnd {
  const { page, worker } = line();
  expose(calls, worker);
  return page;
}

export class WorkerDouble {
  readonly page: PageEnd;
  /** The module it was started with. */
  compiled: unknown;
  /** Every request it was ever given. */
  readonly requests: AttentionRequest[] = [];
  /** The experiments it was asked to begin. */
  readonly begun: { readonly id: number; readonly name: string }[] = [];
  private readonly tasks: Task[] = [];
  private readonly runs: Runs;

  constructor(startup: Startup, engine: Engine) {
    const { page, worker } = line();
    this.page = page;
    this.runs = new Runs(engine);
    const calls = {
      start: (compiled: unknown) => {
        this.compiled = compiled;
        if (startup === "start fails") throw new Error("no memory");
        if (startup === "script fails") {
          this.error("no script");
          return new Promise(() => undefined);
        }
        return undefined;
      },
      ping: () => undefined,
      sentenceAttention: (request: AttentionRequest) => {
        this.requests.push(request);
        return new Promise<SentenceAttention>((resolve, reject) => {
          this.tasks.push({ request, resolve, reject });
        });
      },
      begin: (
        id: number,
        name: string,
        request: unknown,
        tell: (report: Report<unknown>) => Promise<void>,
        _?: unknown,
        order?: Order,
      ) => {
        this.begun.push({ id, name });
        const heard = (report: Report<unknown>) => tell(report);
        const named = experimentNamed(name);
        const further = named.formats ? formats() : undefined;
        return this.runs.begin(id, named, request, heard, further, order);
      },
      control: (id: number, order: Order) => this.runs.control(id, order),
    };
    if (startup === "is silent") return;
    expose(calls, worker);
    // A script that is missing is told of early, in the next task, and once.
    if (startup === "script is missing") setImmediate(() => this.error("404"));
  }

  private error(message: string): void {
    this.page.dispatchEvent(Object.assign(new Event("error"), { message }));
  }

  /** Ended by the system without an event: it neither answers nor works on. */
  fallSilent(): void {
    this.page.cut();
    for (const { id } of this.begun) this.runs.control(id, "end");
  }

  /** How many requests wait for an answer. */
  get owed(): number {
    return this.tasks.length;
  }

  /** Answers the request that has waited longest, and lets the page hear it. */
  async answer(result: (request: AttentionRequest) => SentenceAttention): Promise<void> {
    const task = this.tasks.shift();
    task?.resolve(result(task.request));
    await delivery();
  }

  /** Ends by itself, as a worker without memory does: an event, and no answer ever. */
  async die(): Promise<void> {
    this.fallSilent();
    this.error("out of memory");
    await delivery();
  }

  async fail(message: string): Promise<void> {
    this.tasks.shift()?.reject(new Error(message));
    await delivery();
  }
}

/** Waits until everything that was posted has arrived, and what it set off too. */
export const delivery = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * The outcome of creating a worker: it starts, or the browser refuses it, or its script or its
 * engine does not run.
 */
export type Startup =
  | "starts"
  | "is refused"
  | "script is missing"
  | "script fails"
  | "start fails"
  | "is silent";

/** The workers that were asked for since the last `prepareWorkers`. */
export let workers: WorkerDouble[] = [];
let next: Startup = "starts";
let engineOfWorkers = {} as Engine;

/** The module that workers are started with, and how it comes. */
export const module = await NODE.wholeModule();
const formats = once(() => startFormats(module));
const comes = async () => module;
let binary = comes;

/** The module comes so until workers are prepared again. */
export function prepareModule(coming: typeof binary): void {
  binary = coming;
}

/** `engine`: what their experiments run on. */
export function prepareWorkers(startup: Startup, engine = engineOfWorkers): void {
  binary = comes;
  workers = [];
  next = startup;
  engineOfWorkers = engine;
}

export function createWorker(): Worker {
  if (next === "is refused") throw new Error("refused");
  const double = new WorkerDouble(next, engineOfWorkers);
  workers.push(double);
  return double.page as unknown as Worker;
}

provideEdition({ ...NODE, createWorker, wholeModule: () => binary() });
