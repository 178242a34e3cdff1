/** The tensors that are open, and what has been computed of their heads. */

import type { Side } from "../../attention/sides.js";
import type { Matrix } from "../../engine/api.js";
import type { SidePowers } from "../../engine/number-formats.js";
import { reasonOf } from "../../engine/reason.js";
import { edition } from "../../experiments/edition.js";
import type { Experiment } from "../../experiments/experiment.js";
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
  type StoredPlace,
  type Understood,
  understand,
} from "../../own/understood.js";
import type { PartHost, Shared } from "../../part-kit/part-view.js";
import type { State } from "../../state/state.js";
import { once } from "../../work.js";
import {
  blockOf,
  type Division,
  divisorsOf,
  type HeadReport,
  type HeadSides,
  headMeasures,
  MOST_CELLS,
  powersOf,
  reportOfHead,
  type Saturation,
  scorePictures,
  storedPictures,
  vectorPictures,
} from "./experiments.js";
import { Bands, type Piece, piecesOf, readPiece } from "./pieces.js";

/** Where the tensors come from. */
export type Origin =
  | { readonly kind: "random" }
  | { readonly kind: "model"; readonly prompt: string }
  | { readonly kind: "sentence"; readonly sentence: string; readonly dim: number }
  | {
      readonly kind: "piece";
      /** From 1. */
      readonly number: number;
      readonly sentence: string;
      readonly dim: number;
    }
  | { readonly kind: "file"; readonly name: string }
  | { readonly kind: "pasted" }
  /** Handed over without a file. */
  | { readonly kind: Given["from"] };

/** The origins that are not the page's own examples. */
const READERS_OWN: ReadonlySet<Origin["kind"]> = new Set(["file", "pasted", "python", "page"]);

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
  readonly rule: State["ownrule"];
  readonly exponent: number;
  /** The text of the batch, from 0. */
  readonly batch: number;
  /** The head that is computed first, from 0 over all layers. */
  readonly first: number;
}

/** Where no page is followed yet. */
export const START: Followed = {
  choice: {},
  width: 64,
  rule: "exponent",
  exponent: 0.5,
  batch: 0,
  first: 0,
};

/** In a script of its own, which whoever opens no file does without. */
const formats = once(async () => {
  const { start } = await import("../../engine/formats.js");
  return start(await edition.wholeModule());
});
const decode: Decode = async (...given) => (await formats()).decodeNumbers(...given);

/** What sentences call the tensors that are handed over. */
const GIVEN_NAMES: Readonly<Record<Given["from"], string>> = { python: "Python", page: "tensors" };

const isUnderstood = (understood: Understood | Misunderstood): understood is Understood =>
  !("problem" in understood);

/** Matrices of one shape as a tensor [heads×rows×cols]. */
export function stacked(name: string, matrices: readonly Matrix[]): Tensor {
  const [{ rows, cols } = { rows: 0, cols: 0 }] = matrices;
  const numbers = new Float64Array(matrices.length * rows * cols);
  for (const [place, { data }] of matrices.entries()) numbers.set(data, place * rows * cols);
  return memoryTensor(name, [matrices.length, rows, cols], numbers);
}

/** A text for each of n tokens. */
export const textTensor = (name: string, texts: readonly string[]): AnyTensor => ({
  name,
  dtype: "text",
  shape: [texts.length],
  readTexts: async () => texts,
});

/** What all heads have in common while they are looked at. */
interface Looked {
  readonly laboratory: Laboratory;
  readonly understood: Understood;
  readonly isLatest: () => boolean;
  readonly hasVectors: boolean;
  /** 1/√d_k: what scores were multiplied by, until that is measured. */
  readonly assumed: number;
  readonly division: Division;
  readonly divisors: Readonly<Record<Side, number>>;
  /** The powers of the weights as they were opened on each side. */
  readonly powers: SidePowers;
  /** The sides of the squares of a picture, and the most rows and columns of one. */
  readonly block: number;
  readonly cells: number;
}

/** The most bytes of all pictures, two a head. */
const MOST_PICTURE_BYTES = 2 ** 25;

/** The rows and columns of the pictures of so many heads. */
function cellsOf(heads: number): number {
  const room = Math.sqrt(MOST_PICTURE_BYTES / (2 * heads * Float64Array.BYTES_PER_ELEMENT));
  return Math.max(1, Math.min(MOST_CELLS, Math.floor(room)));
}

/** Pieces that are read, or looked at, at the same time. */
const PIECES_AT_ONCE = 3;

/** The next head is read while the worker measures one. */
const MEASURED_AT_ONCE = 2;

/** Least milliseconds from one time that heads are shown to the next. */
const TELL_INTERVAL = 1000;

/** More heads than these are shown in turns, so many milliseconds apart. */
export const MOST_AT_ONCE = 16;
const TURN_MS = 40;
const ALL_TURNS = 2;

export class OwnSession implements Shared {
  opened: Opened | null = null;
  understood: Understood | Misunderstood | null = null;
  tokens: readonly string[] | null = null;
  /** Of heads, numbered from 0 over all layers, for the text of the batch that is chosen. */
  readonly reports = new Map<number, HeadReport>();
  /** Of the weights as they were opened, which no setting of the reader changes. */
  private readonly saturations = new Map<number, Saturation>();
  private saturationsOf = "";
  private reportsOf = "";
  /** All of them, of which `reports` has those that the page has been told of. */
  private readonly found = new Map<number, HeadReport>();
  /** Counts the changes of the reports. */
  revision = 0;
  /** What is shown anew: the small pictures; after a turn the large head, after two the table too. */
  turnsShown = ALL_TURNS;
  /** What is wrong with the last file, or with a head of it. */
  problem: ReadingError | string | null = null;
  /** Whether a file is being read. */
  opening = false;
  stopped = false;
  /** The example that was asked for last: other tensors may have taken its place since. */
  private askedExample: unknown = null;
  private followed: Followed | null = null;
  private followedText = "";
  /** A newer one ends what goes on. */
  private turn = 0;
  /** The heads whose rule is measured, or has been. */
  private readonly begun = new Set<number>();
  /** Measures a head before all others. */
  private measureAtOnce: ((index: number) => void) | null = null;
  /** When heads were last shown. */
  private toldAt = 0;
  /** The large head, and the same once the reader has chosen it while others are looked at. */
  private held = 0;
  private awaited: number | null = null;
  private count = 0;
  /** What was handed over last. */
  private given: unknown = null;
  private readonly laboratory: () => Promise<Laboratory>;
  private readonly changed: () => void;

  constructor({ laboratory, changed }: Pick<PartHost, "laboratory" | "changed">) {
    this.laboratory = () => laboratory();
    this.changed = changed;
  }

  /** Whether what is open is none of the page's own examples. */
  get isReadersOwn(): boolean {
    return READERS_OWN.has(this.opened?.origin.kind ?? "random");
  }

  get answered(): boolean {
    return this.problem !== null || this.stopped || this.finished;
  }

  /** Whether all is known and shown of every head. */
  finished = false;

  /** The heads of all layers. */
  get total(): number {
    const { understood } = this;
    return understood !== null && isUnderstood(understood)
      ? understood.layers * understood.heads
      : 0;
  }

  /** The heads that have pictures; once all have, those that are measured. */
  get done(): number {
    const { found, total } = this;
    if (found.size < total) return found.size;
    return [...found.values()].filter(({ complete }) => complete).length;
  }

  /** The tensors, once they are understood. */
  get known(): Understood | null {
    const { understood } = this;
    return understood !== null && isUnderstood(understood) ? understood : null;
  }

  /**
   * A file that was picked or dropped.
   * @param before called once it is read, right before it is shown in place of what was open
   */
  async open(file: File, before: () => void): Promise<void> {
    this.turn += 1;
    const { turn } = this;
    this.opening = true;
    // To show the page anew would hold up the first bytes, where nothing is to be taken away.
    if (this.problem !== null) {
      this.problem = null;
      this.changed();
    }
    try {
      const { name, tensors } = await openFile(fileSource(file), decode);
      if (turn !== this.turn) return;
      before();
      this.show({ kind: "file", name }, name, tensors);
    } catch (error) {
      if (turn === this.turn) this.fail(error);
    }
  }

  /** What is pasted counts once it can be read; until then what was open stays. */
  paste(text: string, name: string, before: () => void): void {
    try {
      const tensors = readPasted(text);
      before();
      this.show({ kind: "pasted" }, name, tensors);
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

  /**
   * Opens an example, unless it is the one that was asked for last.
   * @param what says which example it is
   */
  example(what: unknown, open: () => void): void {
    if (this.askedExample === what) return;
    this.askedExample = what;
    open();
  }

  /** The reader asks for an example: it is opened also where it was asked for last. */
  askAnew(): void {
    this.askedExample = null;
    this.changed();
  }

  /** Shows what is still to be read, unless something else is opened before. */
  showLater<T>(reading: Promise<T>, show: (read: T) => void): void {
    this.turn += 1;
    const { turn } = this;
    const isLatest = () => turn === this.turn;
    reading.then(
      (read) => isLatest() && show(read),
      (error: unknown) => isLatest() && this.fail(error),
    );
  }

  /** Shows tensors in place of what was open. */
  show(origin: Origin, name: string, tensors: readonly AnyTensor[]): void {
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
    const { first, ...rest } = followed;
    const text = JSON.stringify([opened.number, rest]);
    if (text === this.followedText) {
      this.hold(first);
      return;
    }
    this.held = first;
    this.awaited = null;
    this.followedText = text;
    this.turn += 1;
    this.stopped = false;
    this.problem = null;
    this.finished = false;
    this.found.clear();
    this.begun.clear();
    this.measureAtOnce = null;
    this.turnsShown = ALL_TURNS;
    this.toldAt = performance.now();
    this.tokens = null;
    const understood = understand(opened.name, opened.tensors, followed.choice);
    this.understood = understood;
    if (isUnderstood(understood)) {
      this.forgetOthers(understood, opened, followed);
      void this.look(this.turn, understood);
    } else {
      this.reports.clear();
      this.problem = understood.problem;
    }
  }

  /**
   * Forgets what was known of other tensors. Of the same ones the reports stay until new ones come,
   * so that nothing moves on the page while a slider does.
   */
  private forgetOthers({ roles }: Understood, { number }: Opened, followed: Followed): void {
    const { choice, batch } = followed;
    const reported = JSON.stringify([number, choice, batch]);
    if (reported !== this.reportsOf) this.reports.clear();
    this.reportsOf = reported;
    const hasWeights = roles.includes("weights") || roles.includes("scores");
    // Without weights these follow what is divided by.
    const of = JSON.stringify([number, choice, batch, hasWeights ? null : followed]);
    if (of !== this.saturationsOf) this.saturations.clear();
    this.saturationsOf = of;
  }

  /** Goes on after `stop`. */
  goOn(): void {
    const { known } = this;
    if (!this.stopped || known === null) return;
    this.turn += 1;
    this.stopped = false;
    this.begun.clear();
    for (const [index, { complete }] of this.found) if (complete) this.begun.add(index);
    this.changed();
    void this.look(this.turn, known);
  }

  /** Another head is large: what has come of it is shown, and what is missing comes first. */
  private hold(first: number): void {
    if (first === this.held) return;
    this.held = first;
    this.awaited = first;
    const report = this.found.get(first);
    if (report !== undefined) this.report(first, report);
    this.measureAtOnce?.(first);
  }

  stop(): void {
    this.turn += 1;
    this.measureAtOnce = null;
    this.turnsShown = ALL_TURNS;
    this.stopped = true;
    this.showHeads();
  }

  private async look(turn: number, understood: Understood): Promise<void> {
    const isLatest = () => turn === this.turn;
    try {
      const tokens = (await understood.readTokens(this.followed?.batch ?? 0)) ?? null;
      if (!isLatest()) return;
      this.tokens = tokens;
      const laboratory = await this.laboratory();
      if (!isLatest()) return;
      const looked = this.lookedAt(laboratory, understood, isLatest);
      if (understood.roles.includes("weights")) await this.seeWeights(looked);
      else if (understood.roles.includes("scores")) await this.seeScores(looked);
      else await this.seeVectors(looked);
      if (!isLatest()) return;
      this.finished = !looked.hasVectors;
      await this.showInTurns(isLatest);
      if (!isLatest() || !looked.hasVectors) return;
      await this.measure(looked);
      if (!isLatest()) return;
      this.finished = true;
      this.showHeads();
    } catch (error) {
      if (!isLatest()) return;
      // Ends what else goes on.
      this.turn += 1;
      this.fail(error);
    }
  }

  private lookedAt(
    laboratory: Laboratory,
    understood: Understood,
    isLatest: () => boolean,
  ): Looked {
    const { queries, keys, layers, heads, roles } = understood;
    const { exponent, rule, width: given } = this.followed ?? START;
    const width = understood.width === 0 ? given : understood.width;
    const assumed = 1 / Math.sqrt(width);
    const division = { rule, exponent, width, heads };
    const divisors = divisorsOf(laboratory.engine, division, assumed);
    const cells = cellsOf(layers * heads);
    return {
      laboratory,
      understood,
      isLatest,
      hasVectors: roles.includes("queries") && roles.includes("keys"),
      assumed,
      division,
      divisors,
      powers: powersOf(divisors, assumed),
      block: blockOf(queries, keys, cells),
      cells,
    };
  }

  private placeOf({ heads }: Understood, index: number): HeadPlace {
    return {
      layer: Math.floor(index / heads),
      batch: this.followed?.batch ?? 0,
      head: index % heads,
    };
  }

  /** The pictures of all heads, from the bytes of their weights. */
  private async seeWeights(looked: Looked): Promise<void> {
    const { understood, isLatest, powers, block } = looked;
    const { queries: rows, keys: cols } = understood;
    const places = Array.from({ length: this.total }, (_, index) =>
      this.storedPlaceOf(understood, index),
    );
    const isLeft = ({ first, heads }: Piece) =>
      Array.from({ length: heads }, (_, head) => first + head).some(
        (index) => !this.found.has(index),
      );
    const left = new Set(piecesOf(places, { rows, cols, block }).filter(isLeft));
    const bands = new Bands(rows);
    // A worker looks at some pieces while others are read.
    const lanes = Array.from({ length: PIECES_AT_ONCE }, async () => {
      for (let piece = this.nextPiece(left); piece && isLatest(); piece = this.nextPiece(left)) {
        left.delete(piece);
        const seen = await this.seePiece(looked, piece, powers);
        if (!isLatest()) return;
        for (const [index, sides] of bands.heads(piece, seen)) this.seeStored(looked, index, sides);
      }
    });
    await Promise.all(lanes);
    await this.seeOpened(looked);
  }

  private seeStored(looked: Looked, index: number, sides: HeadSides): void {
    // The power 1 leaves weights as they are, so that a side may tell of the opened ones.
    if (isOne(looked.powers.scaled)) this.saturations.set(index, sides.scaled);
    this.see(looked, index, sides);
  }

  /** Looks at the weights as they were opened, of heads of which no side has told that. */
  private async seeOpened(looked: Looked): Promise<void> {
    const { understood, isLatest } = looked;
    const { queries: rows, keys: cols } = understood;
    const missing = [...this.found.keys()].filter((index) => !this.saturations.has(index));
    if (missing.length === 0) return;
    this.showHeads();
    const places = missing.map((index) => this.storedPlaceOf(understood, index));
    const block = Math.max(rows, cols);
    const bands = new Bands(rows);
    for (const piece of piecesOf(places, { rows, cols, block })) {
      const seen = await this.seePiece({ ...looked, block }, piece, { unscaled: 1, scaled: 1 });
      if (!isLatest()) return;
      for (const [place, { scaled }] of bands.heads(piece, seen)) {
        const index = missing[place];
        if (index !== undefined) this.saturations.set(index, scaled);
      }
    }
    for (const index of missing) {
      const report = this.found.get(index);
      const opened = this.saturations.get(index) ?? null;
      if (report !== undefined) this.found.set(index, { ...report, opened });
    }
  }

  private async seePiece(
    looked: Looked,
    piece: Piece,
    powers: SidePowers,
  ): Promise<readonly HeadSides[]> {
    const { laboratory, understood, block } = looked;
    const seen = async () => {
      const stored = await readPiece(piece, understood.keys);
      return resultOf(laboratory, storedPictures, { stored, powers, block });
    };
    try {
      return await seen();
    } catch {
      await this.demandFinite(looked, piece);
      // The worker may have been lost, and the bytes with it.
      return seen();
    }
  }

  private storedPlaceOf(understood: Understood, index: number): StoredPlace {
    const place = understood.placeOfWeights(this.placeOf(understood, index));
    if (place === null) throw new Error("there are no weights");
    return place;
  }

  /** That of the head which is large, else the first that is left. */
  private nextPiece(left: ReadonlySet<Piece>): Piece | undefined {
    const { first = 0 } = this.followed ?? {};
    for (const piece of left) {
      if (piece.first <= first && first < piece.first + piece.heads) return piece;
    }
    const [next] = left;
    return next;
  }

  /** @throws ReadingError that says where, if an entry of these heads is not finite */
  private async demandFinite({ understood }: Looked, { first, heads }: Piece): Promise<void> {
    for (let index = first; index < first + heads; index += 1) {
      await understood.read("weights", this.placeOf(understood, index));
    }
  }

  /** The same from scores before softmax. */
  private async seeScores(looked: Looked): Promise<void> {
    const { laboratory, understood, isLatest, powers, cells } = looked;
    while (isLatest() && this.found.size < this.total) {
      const index = this.next((head) => this.found.has(head));
      const scores = await this.scoresOf(understood, index);
      if (!isLatest()) return;
      const { sides, opened } = await resultOf(laboratory, scorePictures, {
        scores,
        powers,
        cells,
      });
      if (!isLatest()) return;
      this.saturations.set(index, opened);
      this.see(looked, index, sides);
    }
  }

  /** The same from queries and keys alone. */
  private async seeVectors(looked: Looked): Promise<void> {
    const { laboratory, understood, isLatest, divisors, cells } = looked;
    while (isLatest() && this.found.size < this.total) {
      const index = this.next((head) => this.found.has(head));
      const vectors = await this.vectorsOf(understood, index);
      if (!isLatest()) return;
      const sides = await resultOf(laboratory, vectorPictures, { ...vectors, divisors, cells });
      if (!isLatest()) return;
      this.saturations.set(index, sides.scaled);
      this.see(looked, index, sides);
    }
  }

  private see({ assumed, hasVectors }: Looked, index: number, sides: HeadSides): void {
    const opened = this.saturations.get(index) ?? null;
    this.found.set(index, reportOfHead(sides, opened, assumed, null, !hasVectors));
    this.tell(index);
  }

  /** The rule of all heads, and what else their queries and keys tell. */
  private async measure(looked: Looked): Promise<void> {
    const { isLatest } = looked;
    const lanes = Array.from({ length: MEASURED_AT_ONCE }, async () => {
      while (isLatest() && this.begun.size < this.total) {
        await this.measureHead(
          looked,
          this.next((head) => this.begun.has(head)),
        );
      }
    });
    this.measureAtOnce = (index) => {
      if (this.begun.has(index)) return;
      this.awaited = index;
      const measured = this.measureHead(looked, index);
      measured.then(
        () => isLatest() && this.showHeads(),
        (error: unknown) => isLatest() && this.fail(error),
      );
    };
    await Promise.all(lanes);
  }

  private async measureHead(looked: Looked, index: number): Promise<void> {
    const { laboratory, understood, isLatest, assumed, division, block, cells } = looked;
    this.begun.add(index);
    const { queries: rows, keys: cols, roles } = understood;
    const asked = async () => {
      const vectors = await this.vectorsOf(understood, index);
      const stored = roles.includes("weights")
        ? await readPiece({ ...this.storedPlaceOf(understood, index), rows }, cols)
        : null;
      const hasScores = stored === null && roles.includes("scores");
      const scores = hasScores ? await this.scoresOf(understood, index) : null;
      const request = { ...vectors, stored, scores, division, assumed, block, cells };
      return resultOf(laboratory, headMeasures, request);
    };
    if (!isLatest()) return;
    // A worker that is lost takes the numbers with it.
    const measures = await asked().catch(asked);
    const seen = this.found.get(index);
    if (!isLatest() || seen === undefined) return;
    this.found.set(index, reportOfHead(seen.sides, seen.opened, assumed, measures, true));
    if (index === this.held) this.showHeads();
    else this.tell(index);
  }

  /** Shows the pictures of many heads before what else is told of them, which takes as long. */
  private async showInTurns(isLatest: () => boolean): Promise<void> {
    const turns = this.total > MOST_AT_ONCE ? [1, 2] : [];
    if (turns.length > 0) this.turnsShown = 0;
    this.showHeads();
    for (const shown of turns) {
      await new Promise((resolve) => setTimeout(resolve, TURN_MS));
      if (!isLatest()) return;
      this.turnsShown = shown;
      this.changed();
    }
  }

  private report(index: number, report: HeadReport): void {
    this.reports.set(index, reportUntilMeasured(report, this.reports.get(index)));
  }

  private showHeads(): void {
    for (const [index, report] of this.found) this.report(index, report);
    this.revision += 1;
    this.changed();
  }

  /** The head that is large, else the first that is not done. */
  private next(isDone: (head: number) => boolean): number {
    const { first = 0 } = this.followed ?? {};
    if (first < this.total && !isDone(first)) return first;
    let index = 0;
    while (isDone(index)) index += 1;
    return index;
  }

  private async scoresOf(understood: Understood, index: number): Promise<Matrix> {
    const { queries: rows, keys: cols } = understood;
    const numbers = await understood.read("scores", this.placeOf(understood, index));
    return { rows, cols, data: new Float64Array(numbers) };
  }

  private async vectorsOf(
    understood: Understood,
    index: number,
  ): Promise<{ readonly queries: Matrix; readonly keys: Matrix }> {
    const place = this.placeOf(understood, index);
    const matrixOf = async (role: "queries" | "keys", rows: number): Promise<Matrix> => ({
      rows,
      cols: understood.width,
      data: new Float64Array(await understood.read(role, place)),
    });
    return {
      queries: await matrixOf("queries", understood.queries),
      keys: await matrixOf("keys", understood.keys),
    };
  }

  /**
   * Shows what has come of a head: one that the reader has chosen at once, others now and then, for
   * that takes as long as many heads.
   */
  private tell(index: number): void {
    const now = performance.now();
    if (index !== this.awaited && now - this.toldAt < TELL_INTERVAL) return;
    this.toldAt = now;
    this.showHeads();
  }

  end(): void {
    this.turn += 1;
  }
}

/**
 * What is shown of a head whose pictures are new and whose measures are not: the last measures of
 * the same tensors stand there until then.
 */
function reportUntilMeasured(report: HeadReport, last: HeadReport | undefined): HeadReport {
  if (report.complete || last === undefined || !last.complete) return report;
  // The new pictures take the factor for 1/√d, which it is not.
  if (last.factor !== report.factor) return last;
  const { unscaled, scaled } = report.sides;
  return {
    ...last,
    opened: report.opened ?? last.opened,
    sides: {
      unscaled: { ...unscaled, gradient: last.sides.unscaled.gradient },
      scaled: { ...scaled, gradient: last.sides.scaled.gradient },
    },
  };
}

const isOne = (power: number): boolean => Math.abs(power - 1) < 1e-12;

const resultOf = <Request, Result>(
  laboratory: Laboratory,
  asked: Experiment<Request, Result>,
  request: Request,
): Promise<Result> =>
  new Promise((resolve, reject) => {
    const tell = ({ result }: { readonly result: Result | null }) => {
      if (result !== null) resolve(result);
    };
    laboratory.run(asked, request, tell, reject);
  });
