/** The tensors that are open, and what has been computed of their heads. */
import type { Engine, Matrix } from "../../engine/api.js";
import { start as startFormats } from "../../engine/formats.js";
import { reasonOf } from "../../engine/reason.js";
import { edition } from "../../experiments/edition.js";
import type { Laboratory } from "../../experiments/laboratory.js";
import { type Given, givenTensors } from "../../own/given.js";
import { openFile } from "../../own/open-file.js";
import { readPasted } from "../../own/pasted.js";
import { ReadingError } from "../../own/reading-error.js";
import { fileSource } from "../../own/source.js";
import { type AnyTensor, type Decode, memoryTensor, type Tensor } from "../../own/tensor.js";
import {
  type Choice,
  type HeadPlace,
  type Misunderstood,
  type Understood,
  understand,
} from "../../own/understood.js";
import type { PartHost, Shared } from "../../part-kit/part-view.js";
import { once } from "../../work.js";
import { type HeadReport, type HeadRequest, head } from "./experiments.js";
import { type RandomHead, randomHeads } from "./random-heads.js";

/** Where the tensors come from. */
export type Origin =
  | { readonly kind: "random" }
  | { readonly kind: "model"; readonly prompt: string }
  | { readonly kind: "sentence"; readonly sentence: string; readonly dim: number }
  | { readonly kind: "file"; readonly name: string }
  | { readonly kind: "pasted" }
  /** Handed over without a file. */
  | { readonly kind: Given["from"] };

export interface Opened {
  readonly origin: Origin;
  /** What sentences call it. */
  readonly name: string;
  readonly tensors: readonly AnyTensor[];
  /** Says that it is another one, where the names are the same. */
  readonly number: number;
}

/** What of the state the session follows. */
export interface Followed {
  readonly choice: Partial<Choice>;
  /** The coordinates of a head, where the file has weights alone. */
  readonly width: number;
  readonly exponent: number;
  /** The text of the batch, from 0. */
  readonly batch: number;
  /** The head that is computed first, from 0 over all layers. */
  readonly first: number;
}

const formats = once(async () => startFormats(await edition.wholeModule()));
const decode: Decode = async (...given) => (await formats()).decodeNumbers(...given);

/** What sentences call the tensors that are handed over. */
const GIVEN_NAMES: Readonly<Record<Given["from"], string>> = { python: "Python", page: "tensors" };

const isUnderstood = (understood: Understood | Misunderstood): understood is Understood =>
  !("problem" in understood);

/** Matrices of one shape as a tensor [heads×rows×cols]. */
function stacked(name: string, matrices: readonly Matrix[]): Tensor {
  const [{ rows, cols } = { rows: 0, cols: 0 }] = matrices;
  const numbers = new Float64Array(matrices.length * rows * cols);
  for (const [place, { data }] of matrices.entries()) numbers.set(data, place * rows * cols);
  return memoryTensor(name, [matrices.length, rows, cols], numbers);
}

export class OwnSession implements Shared {
  opened: Opened | null = null;
  understood: Understood | Misunderstood | null = null;
  tokens: readonly string[] | null = null;
  /** Of heads, numbered from 0 over all layers, for the text of the batch that is chosen. */
  readonly reports = new Map<number, HeadReport>();
  /** What is wrong with the last file, or with a head of it. */
  problem: ReadingError | string | null = null;
  /** Whether a file is being read. */
  opening = false;
  stopped = false;
  private followed: Followed | null = null;
  private followedText = "";
  /** A newer one ends what goes on. */
  private turn = 0;
  private count = 0;
  /** What was handed over last. */
  private given: unknown = null;
  private readonly laboratory: () => Promise<Laboratory>;
  private readonly changed: () => void;

  constructor({ laboratory, changed }: Pick<PartHost, "laboratory" | "changed">) {
    this.laboratory = () => laboratory();
    this.changed = changed;
  }

  get answered(): boolean {
    return this.problem !== null || this.stopped || (this.total > 0 && this.done === this.total);
  }

  /** The heads of all layers. */
  get total(): number {
    const { understood } = this;
    return understood !== null && isUnderstood(understood)
      ? understood.layers * understood.heads
      : 0;
  }

  get done(): number {
    return this.reports.size;
  }

  /** The tensors, once they are understood. */
  get known(): Understood | null {
    const { understood } = this;
    return understood !== null && isUnderstood(understood) ? understood : null;
  }

  /** A file that was picked or dropped. */
  async open(file: File): Promise<void> {
    this.turn += 1;
    const { turn } = this;
    this.opening = true;
    this.problem = null;
    this.changed();
    try {
      const { name, tensors } = await openFile(fileSource(file), decode);
      if (turn !== this.turn) return;
      this.show({ kind: "file", name }, name, tensors);
    } catch (error) {
      if (turn === this.turn) this.fail(error);
    }
  }

  /** What is pasted counts once it can be read; until then what was open stays. */
  paste(text: string, name: string): void {
    try {
      this.show({ kind: "pasted" }, name, readPasted(text));
    } catch (error) {
      this.fail(error);
    }
  }

  /** What the page or Python hands over, the first time that it is seen. */
  receive(given: Given | null): void {
    if (given === null || given.tensors === this.given) return;
    const { from, tensors } = given;
    this.given = tensors;
    try {
      const opened = givenTensors(tensors, decode);
      // A file that is being opened comes too late.
      this.turn += 1;
      this.show({ kind: from }, GIVEN_NAMES[from], opened);
    } catch (error) {
      // After the rendering that has asked for it, which shows what was there before.
      queueMicrotask(() => this.fail(error));
    }
  }

  showRandom(engine: Engine): void {
    const heads = randomHeads(engine);
    const of = (role: keyof RandomHead, name: string) =>
      stacked(
        name,
        heads.map((each) => each[role]),
      );
    this.show({ kind: "random" }, "", [
      of("queries", "q"),
      of("keys", "k"),
      of("weights", "weights"),
    ]);
  }

  /** @param matrices head by head and layer after layer, of `heads` heads each */
  showWeights(
    origin: Origin,
    matrices: readonly Matrix[],
    heads: number,
    tokens: readonly string[],
  ): void {
    const n = tokens.length;
    const shape = [matrices.length / heads, 1, heads, n, n];
    this.show(origin, "", [
      { ...stacked("weights", matrices), shape },
      { name: "tokens", dtype: "text", shape: [n], readTexts: async () => tokens },
    ]);
  }

  private show(origin: Origin, name: string, tensors: readonly AnyTensor[]): void {
    this.count += 1;
    this.opened = { origin, name, tensors, number: this.count };
    this.problem = null;
    this.opening = false;
    this.followedText = "";
    this.changed();
  }

  private fail(error: unknown): void {
    this.opening = false;
    this.problem = error instanceof ReadingError ? error : reasonOf(error);
    this.changed();
  }

  /** Computes the heads anew where what is followed has changed. */
  follow(followed: Followed): void {
    const { opened } = this;
    this.followed = followed;
    if (opened === null) return;
    const { first: _first, ...rest } = followed;
    const text = JSON.stringify([opened.number, rest]);
    if (text === this.followedText) return;
    this.followedText = text;
    this.turn += 1;
    this.stopped = false;
    this.problem = null;
    this.reports.clear();
    this.tokens = null;
    this.understood = understand(opened.name, opened.tensors, followed.choice);
    if (isUnderstood(this.understood)) void this.measure(this.turn, this.understood);
    else this.problem = this.understood.problem;
  }

  stop(): void {
    this.turn += 1;
    this.stopped = true;
    this.changed();
  }

  private async measure(turn: number, understood: Understood): Promise<void> {
    const isLatest = () => turn === this.turn;
    try {
      const tokens = (await understood.readTokens(this.followed?.batch ?? 0)) ?? null;
      if (!isLatest()) return;
      this.tokens = tokens;
      const laboratory = await this.laboratory();
      while (isLatest() && this.done < this.total) {
        const index = this.next();
        const request = await this.requestOf(understood, index);
        if (!isLatest()) return;
        const report = await resultOf(laboratory, request);
        if (!isLatest()) return;
        this.reports.set(index, report);
        this.changed();
      }
    } catch (error) {
      if (isLatest()) this.fail(error);
    }
  }

  /** The head that is computed next: the one that is large, else the first that is missing. */
  private next(): number {
    const { first = 0 } = this.followed ?? {};
    if (first < this.total && !this.reports.has(first)) return first;
    let index = 0;
    while (this.reports.has(index)) index += 1;
    return index;
  }

  private async requestOf(understood: Understood, index: number): Promise<HeadRequest> {
    const { heads, queries, keys, width, roles } = understood;
    const { batch = 0, exponent = 0.5, width: assumed = 64 } = this.followed ?? {};
    const place: HeadPlace = { layer: Math.floor(index / heads), batch, head: index % heads };
    const matrixOf = async (
      role: "queries" | "keys" | "weights",
      rows: number,
      cols: number,
    ): Promise<Matrix | null> =>
      roles.includes(role)
        ? { rows, cols, data: Float64Array.from(await understood.read(role, place)) }
        : null;
    return {
      queries: await matrixOf("queries", queries, width),
      keys: await matrixOf("keys", keys, width),
      weights: await matrixOf("weights", queries, keys),
      width: width === 0 ? assumed : width,
      heads,
      exponent,
    };
  }

  end(): void {
    this.turn += 1;
  }
}

const resultOf = (laboratory: Laboratory, request: HeadRequest): Promise<HeadReport> =>
  new Promise((resolve, reject) => {
    const tell = ({ result }: { readonly result: HeadReport | null }) => {
      if (result !== null) resolve(result);
    };
    laboratory.run(head, request, tell, reject);
  });
