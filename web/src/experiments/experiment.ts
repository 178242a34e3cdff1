/** Experiments: long computations in short steps, each of which has a result that can be shown. */
import type { AttentionRequest } from "../attention/sentence-attention.js";
import type { DrawSummaries, Engine, Matrix } from "../engine/api.js";
import type { LayerCalls } from "../engine/layers-api.js";
import type { FormatCalls } from "../engine/number-formats.js";
import type { State } from "../state/state.js";

export interface Step<Result> {
  /** The amount of work done, in draws, rows or another unit of the experiment. */
  readonly done: number;
  readonly total: number;
  /**
   * The result so far; null while there is none. Only called when it is to be shown. A worker hands
   * over the buffers of the last one: they may not be part of anything that is kept.
   */
  result(): Result | null;
}

/** The buffers of all typed arrays in a value, each once. */
export function buffersIn(value: unknown): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) return [value.buffer as ArrayBuffer];
  if (typeof value !== "object" || value === null) return [];
  return [...new Set(Object.values(value).flatMap(buffersIn))];
}

/**
 * The fields of requests: the keys of the state, by their names in the link, and the attention of
 * the sentence.
 */
export interface StudyRequest extends State {
  readonly attention: AttentionRequest;
}

type Run<Calls, Request, Result> = (
  engine: Calls,
  request: Request,
) => Generator<Step<Result>, void, void>;

export interface Experiment<Request, Result> {
  /** The part's name and its own, "variance/scores": the worker finds it by this name. */
  readonly name: string;
  /**
   * What it asks of the page. A file's link holds the keys of the state among them as they stand in
   * the request.
   */
  readonly keys: readonly (keyof StudyRequest)[];
  /** Yields after every few dozen milliseconds: between two steps the run can be held or ended. */
  run(engine: Engine, request: Request): Generator<Step<Result>, void, void>;
  /** Whether a request takes less than a frame, so that the page runs it without a worker. */
  quick?: ((request: Request) => boolean) | undefined;
  /**
   * Whether it calls the engine of the layers, whose module a worker then gets with the request.
   */
  readonly layers?: true | undefined;
  /**
   * Whether it reads numbers of files: the calls of an instance of its own, formats.ts. The buffers
   * of its requests are handed over to a worker, not copied: with one that is lost the run fails.
   */
  readonly formats?: true | undefined;
}

/** The calls that some experiments need beside those of the engine. */
export type FurtherCalls = Partial<LayerCalls & FormatCalls>;

/** Whether what is computed of a sentence takes less than a frame: so many dimensions do. */
export const narrow = ({ attention }: Pick<StudyRequest, "attention">): boolean =>
  attention.dim <= 128;

export type WholeEngine = Engine & LayerCalls;
export type FileEngine = Engine & FormatCalls;

/** Makes experiments whose runs call `Calls`. */
const maker =
  <Calls extends Engine>(needs: Pick<Experiment<never, never>, "layers" | "formats"> = {}) =>
  <
    K extends keyof StudyRequest,
    Result,
    Request extends Pick<StudyRequest, K> = Pick<StudyRequest, K>,
  >(
    name: string,
    keys: readonly K[],
    run: Run<Calls, Request, Result>,
    quick?: (request: Request) => boolean,
  ): Experiment<Request, Result> => ({
    name,
    keys,
    run: run as Run<Engine, Request, Result>,
    quick,
    layers: needs.layers,
    formats: needs.formats,
  });

/** The keys are what its requests hold; a request that holds more has a type of its own. */
export const experiment = maker<Engine>();
/** An experiment whose engine has the calls about layers too. */
export const layerExperiment = maker<WholeEngine>({ layers: true });
/** An experiment whose engine has the calls about numbers of files too. */
export const fileExperiment = maker<FileEngine>({ formats: true });

/** The run of an experiment whose work takes one step. */
export const inOneStep = <E, Request, Result>(compute: (engine: E, request: Request) => Result) =>
  function* (engine: E, request: Request): Generator<Step<Result>, void, void> {
    const result = compute(engine, request);
    yield { done: 1, total: 1, result: () => result };
  };

/** The result at the end of a whole run. */
export function endResult<Request, Result>(
  experiment: Experiment<Request, Result>,
  engine: Engine,
  request: Request,
): Result | null {
  let last: Step<Result> | undefined;
  for (const step of experiment.run(engine, request)) last = step;
  return last?.result() ?? null;
}

/** Draws from the number `from` on. */
export interface Batch {
  readonly from: number;
  readonly count: number;
}

/**
 * Divides 0 … total into batches of `size`. The first ones are smaller, so that a result can soon
 * be shown.
 */
export function* batches(total: number, size: number): Generator<Batch> {
  let from = 0;
  let batch = Math.max(1, Math.floor(size / 8));
  while (from < total) {
    const count = Math.min(batch, total - from);
    yield { from, count };
    from += count;
    batch = Math.min(size, batch * 2);
  }
}

/**
 * Summaries of `cells` quantities over all draws so far.
 * @param batchData the draws in batches, each [draws × cells]
 */
function summariesOf(
  engine: Engine,
  batchData: readonly Float64Array[],
  cells: number,
): DrawSummaries {
  const draws = batchData.reduce((sum, batch) => sum + batch.length / cells, 0);
  // One row a quantity, as the engine takes them.
  const data = new Float64Array(cells * draws);
  let from = 0;
  for (const batch of batchData) {
    const first = from;
    batch.forEach((value, i) => {
      data[(i % cells) * draws + first + Math.floor(i / cells)] = value;
    });
    from += batch.length / cells;
  }
  return engine.drawSummaries({ rows: cells, cols: draws, data });
}

/** The entries of summaries from number `from` on, every `step`-th: `count` of them. */
export const everyEntry = (
  summaries: DrawSummaries,
  count: number,
  from: number,
  step = 1,
): DrawSummaries => {
  const entriesOf = (values: Float64Array) =>
    Float64Array.from({ length: count }, (_, i) => values[from + i * step] ?? 0);
  const summaryEntries = Object.entries<Float64Array>({ ...summaries });
  return Object.fromEntries(
    summaryEntries.map(([name, values]) => [name, entriesOf(values)]),
  ) as never;
};

/** Quantities by name, of each of which a batch of draws is a matrix [draws × cells]. */
type Drawn<Name extends string> = Readonly<Record<Name, Matrix>>;

/**
 * The steps of an experiment over draws.
 * @param draw makes a batch; of some quantities it may have fewer draws
 * @param result is made of the summaries of all draws so far and their number
 */
export function* overDraws<Name extends string, Result>(
  engine: Engine,
  total: number,
  size: number,
  draw: (batch: Batch) => Drawn<Name>,
  result: (summaries: Readonly<Record<Name, DrawSummaries>>, draws: number) => Result | null,
): Generator<Step<Result>, void, void> {
  const drawnBatches: Drawn<Name>[] = [];
  for (const batch of batches(total, size)) {
    const drawn = draw(batch);
    drawnBatches.push(drawn);
    const done = batch.from + batch.count;
    const summaries = () => {
      const columns = Object.entries<Matrix>(drawn).map(([name, { cols }]) => {
        const data = drawnBatches.map((batch) => batch[name as Name].data);
        return [name, summariesOf(engine, data, cols)];
      });
      return Object.fromEntries(columns) as Record<Name, DrawSummaries>;
    };
    yield { done, total, result: () => result(summaries(), done) };
  }
}
