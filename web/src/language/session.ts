/**
 * The trained model between its calls: the data as it comes, the last answer, and the text whose
 * perplexity is measured. Its public methods are the calls of the worker; all throw EngineErrors,
 * or reject with them.
 */
import { EngineError, type EngineErrorCode } from "../engine/errors.js";
import {
  type DrawnTokens,
  type HeadCorrelations,
  type LanguageCalls,
  type LikelyTokens,
  type RotationNumbers,
  start,
} from "../engine/language.js";
import { entryOf } from "../memo.js";
import type * as Model from "./api.js";
import { chatTokens, isSpecial, plainTokens, STOP_TOKEN, tokensOf } from "./prompt.js";
import { THUMBNAIL } from "./sizes.js";

/** Tokens that a text has at most. */
const POSITIONS = 256;
/** The positions that are reserved for the answer. */
const ROOM = 32;
const RIVALS = 5;
const LANES = [0, 1] as const;
type LaneNumber = (typeof LANES)[number];

function failLoading(code: EngineErrorCode, sentence: string): never {
  throw new EngineError(code, sentence);
}

function refuseLong(what: "prompt" | "text", { length }: readonly number[], limit: number): void {
  if (length > limit) {
    failLoading("domain", `The ${what} has ${length} tokens; it may have ${limit} at most.`);
  }
}

/** Lets what has come for the worker in, a stop above all. A timer would wait for 4 ms. */
const pause = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });

/**
 * Hands over what has come since the last report was received, so that the work never waits for the
 * page.
 */
function reporting<T>(tell: Model.Tell<T>) {
  const waiting: T[] = [];
  let sent: Promise<unknown> = Promise.resolve();
  return {
    add(...made: readonly T[]): void {
      waiting.push(...made);
      sent = sent.then(() => waiting.length > 0 && tell(waiting.splice(0)));
      // end() throws it; until then nobody waits for it.
      sent.catch(() => undefined);
    },
    /** When all has been received. */
    end: () => sent,
  };
}

/** One lane of the last answer. */
interface LaneAnswer {
  readonly lane: LaneNumber;
  readonly settings: Model.LaneSettings;
  /** Whether its tokens are drawn. */
  readonly drawn: boolean;
  /** The tokens that the model has read in this lane. */
  readonly tokens: number[];
  readonly decoder: TextDecoder;
  text: string;
  ended?: Model.Ended;
}

/** The tokens with which all texts start, which the lanes read once. */
function commonStart(texts: readonly { start: readonly number[] }[]): readonly number[] {
  const [first = { start: [] }] = texts;
  const end = first.start.findIndex((token, i) => texts.some(({ start }) => start[i] !== token));
  return end < 0 ? first.start : first.start.slice(0, end);
}

export class ModelSession {
  private engine: LanguageCalls | undefined;
  private index: Model.ModelIndex | undefined;
  private answers: readonly LaneAnswer[] = [];
  /** The answer or the curve that is under way; null: none is, or it was stopped. */
  private current: object | null = null;
  /** When the curve that is under way has left the lanes to the last answer again. */
  private curving: Promise<unknown> = Promise.resolve();
  private readonly names = new Map<number, string>();

  /** Shows that the worker still runs. */
  ping(): void {}

  /** Reserves the memory for the data. Rejects with code "limit" where it is refused. */
  async start(module: WebAssembly.Module, index: Model.ModelIndex): Promise<void> {
    this.current = null;
    this.answers = [];
    this.index = index;
    try {
      this.engine ??= await start(module);
    } catch (error) {
      // Browsers throw a RangeError where they refuse memory.
      if (error instanceof EngineError && error.cause instanceof RangeError) {
        failLoading("limit", "The browser has no memory of 100 MB for the model.");
      }
      throw error;
    }
    this.engine.reserve(index.bytes);
  }

  /** A piece of the data, in any order, that was checked to be of this index. */
  piece(number: number, bytes: Uint8Array): void {
    const { engine, index } = this.opened();
    const before = index.pieces.slice(0, number);
    const offset = before.reduce((sum, { bytes }) => sum + bytes, 0);
    engine.put(offset, bytes);
  }

  /** Called after the last piece. Throws where the data is of another version. */
  finish(): void {
    const { engine, index } = this.opened();
    engine.open({ ...index, positions: POSITIONS });
  }

  /**
   * Tokens of a plain text, or of a prompt with the chat template around it, and the most: a prompt
   * leaves room for an answer.
   */
  countTokens(text: string, plain = false) {
    const { engine } = this.opened();
    return plain
      ? { tokens: plainTokens(engine, text).length, limit: POSITIONS }
      : { tokens: chatTokens(engine, text).length, limit: POSITIONS - ROOM };
  }

  /** Tells of tokens as they come. */
  async answer(request: Model.AnswerRequest, tell: Model.Tell<Model.AnswerStep>) {
    const { engine } = this.opened();
    const { prompt } = request;
    if (prompt.trim() === "") failLoading("domain", "The prompt is empty.");
    const tokens = chatTokens(engine, prompt);
    refuseLong("prompt", tokens, POSITIONS - ROOM);
    const run = {};
    this.current = run;
    // A curve that is under way sees that another run is the current one, and ends.
    await this.curving;
    const answers = LANES.map((lane): LaneAnswer => {
      const settings = request.lanes[lane];
      this.restart(lane, settings, request);
      // ignoreBOM keeps U+FEFF, as readableBytes does.
      const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
      const drawn = request.temperature > 0;
      return { lane, settings, drawn, tokens: [...tokens], text: "", decoder };
    });
    this.answers = answers;
    engine.read(tokens, tokens);
    const reports = reporting(tell);
    for (;;) {
      await pause();
      if (this.current !== run) break;
      const going = answers.filter(({ ended }) => ended === undefined);
      if (going.length === 0) break;
      const steps = going.map((answer) => this.step(answer));
      reports.add(...steps);
      const read: [number[], number[]] = [[], []];
      for (const { lane, token } of steps) if (token !== STOP_TOKEN) read[lane].push(token);
      engine.read(...read);
      for (const answer of going) {
        answer.tokens.push(...read[answer.lane]);
        if (answer.tokens.length === POSITIONS) answer.ended ??= "full";
      }
    }
    await reports.end();
    const [first, second] = answers.map(({ ended }): Model.Ended => ended ?? "stopped");
    return [first, second] as readonly [Model.Ended, Model.Ended];
  }

  /** Ends the answer or the curve that is under way. */
  stop(): void {
    this.current = null;
  }

  /**
   * The heads of the last answer, also of one that is still coming; waits for a curve that is being
   * measured.
   * @param large heads whose weights are wanted
   */
  async heads(lane: LaneNumber, large: readonly number[] = []) {
    await this.curving;
    const { engine, index } = this.opened();
    const { tokens } = this.answered(lane);
    const weights = (head: number) =>
      engine.attention(lane, Math.floor(head / index.heads), head % index.heads);
    return {
      tokens: tokens.map((token) => this.nameOf(token)),
      thumbnails: engine.thumbnails(lane, THUMBNAIL),
      weights: new Map(large.map((head) => [head, weights(head)])),
      ...engine.statistics(lane),
    };
  }

  /**
   * The five likeliest next tokens of each layer at a position of the last answer, had the model
   * ended there.
   */
  async lens(lane: LaneNumber, position: number) {
    await this.curving;
    const { engine, index } = this.opened();
    this.answered(lane);
    const rivals = this.rivals(engine.lens(lane, position, RIVALS));
    const layers = Array.from({ length: index.layers }, (_, layer) => layer * RIVALS);
    return layers.map((from) => rivals.slice(from, from + RIVALS));
  }

  /** The scores of a head at a position of the last answer, without and with the rotation. */
  async rotation(lane: LaneNumber, head: number, position: number): Promise<RotationNumbers> {
    await this.curving;
    const { engine, index } = this.opened();
    this.answered(lane);
    return engine.rotation(lane, Math.floor(head / index.heads), head % index.heads, position);
  }

  /** How alike the scores of the heads are, for each layer, in the last answer. */
  async correlations(lane: LaneNumber): Promise<readonly HeadCorrelations[]> {
    await this.curving;
    const { engine, index } = this.opened();
    this.answered(lane);
    return Array.from({ length: index.layers }, (_, layer) => engine.correlations(lane, layer));
  }

  /**
   * The perplexity of a text at each exponent, two at a time. Ends an answer that is under way;
   * afterwards its heads can be asked for as before. Resolves to whether it was measured to its
   * end.
   */
  async curve(
    text: Model.CurveText,
    exponents: readonly number[],
    only: Model.Only,
    tell: Model.Tell<Model.CurvePoint>,
  ): Promise<boolean> {
    const { engine } = this.opened();
    const texts = this.textsOf(text);
    const run = {};
    this.current = run;
    const measure = async () => {
      const reports = reporting(tell);
      const common = commonStart(texts);
      for (let from = 0; from < exponents.length; from += LANES.length) {
        const points = exponents
          .slice(from, from + LANES.length)
          .map((exponent, lane) => ({ exponent, lane: lane as LaneNumber, sum: 0, count: 0 }));
        const read = (tokens: readonly number[]) =>
          engine.read(tokens, points.length > 1 ? tokens : []);
        for (const { lane, exponent } of points) this.restart(lane, { exponent, only });
        read(common);
        for (const { start, tokens } of texts) {
          await pause();
          if (this.current !== run) return false;
          for (const { lane } of points) engine.rewind(lane, common.length);
          read(tokens.slice(common.length));
          for (const point of points) {
            const losses = engine.losses(point.lane, start.length);
            point.sum += losses.reduce((sum, loss) => sum + loss, 0);
            point.count += losses.length;
          }
        }
        for (const { exponent, sum, count } of points) {
          reports.add({ exponent, perplexity: Math.exp(sum / count) });
        }
      }
      await reports.end();
      return true;
    };
    const measured = this.curving.then(measure).finally(() => this.restore());
    this.curving = measured.catch(() => undefined);
    return measured;
  }

  /** Has the lanes read the last answer again; no digit depends on how a text is divided. */
  private restore(): void {
    const [first, second] = this.answers;
    for (const { lane, settings } of this.answers) this.restart(lane, settings);
    if (first && second) this.engine?.read(first.tokens, second.tokens);
  }

  private opened() {
    const { engine, index } = this;
    if (engine === undefined || index === undefined) {
      failLoading("load", "The model has not been loaded.");
    }
    return { engine, index };
  }

  private answered(lane: LaneNumber): LaneAnswer {
    return this.answers[lane] ?? failLoading("domain", "The model has answered nothing yet.");
  }

  private textsOf(text: Model.CurveText) {
    const { engine } = this.opened();
    const texts =
      "text" in text
        ? [{ start: plainTokens(engine, ""), tokens: plainTokens(engine, text.text) }]
        : text.pairs.map(({ question, answer }) => {
            const start = chatTokens(engine, question);
            return { start, tokens: [...start, ...tokensOf(engine, answer), STOP_TOKEN] };
          });
    for (const { start, tokens } of texts) {
      if (tokens.length === start.length) failLoading("domain", "The text is empty.");
      refuseLong("text", tokens, POSITIONS);
    }
    return texts;
  }

  /** @param drawing how the next tokens are drawn; without it nothing is drawn */
  private restart(
    lane: LaneNumber,
    settings: Model.LaneSettings,
    drawing: Omit<Model.AnswerRequest, "prompt" | "lanes"> = { temperature: 0, seed: 0 },
  ): void {
    const { exponent, only, insideWeights: inside = false } = settings;
    const { layer = -1, head = -1 } = only ?? {};
    const { temperature, seed, topK = 0, topP = 1 } = drawing;
    const drawn = { temperature, seed, topK, topP };
    this.opened().engine.restart({ lane, exponent, layer, head, inside, ...drawn });
  }

  /** The next token of a lane, which has not read it yet. */
  private step(answer: LaneAnswer): Model.AnswerStep {
    const { engine } = this.opened();
    const { lane } = answer;
    const likeliest = engine.likeliest(lane, RIVALS);
    const rivals = answer.drawn ? this.drawnRivals(likeliest) : this.rivals(likeliest);
    const token = engine.draw(lane);
    if (token === STOP_TOKEN) answer.ended = "end";
    if (!isSpecial(token)) {
      answer.text += answer.decoder.decode(engine.tokenBytes(token), { stream: true });
    }
    return { lane, token, text: this.nameOf(token), answer: answer.text, rivals };
  }

  private rivals({ tokens, probabilities }: LikelyTokens): readonly Model.Rival[] {
    const texts = Array.from(tokens, (token) => this.nameOf(token));
    return texts.map((text, i) => ({ text, probability: probabilities[i] as number }));
  }

  private drawnRivals(likeliest: DrawnTokens): readonly Model.Rival[] {
    return this.rivals(likeliest).map((rival, i) => ({
      ...rival,
      chance: likeliest.chances[i] as number,
    }));
  }

  private nameOf(token: number): string {
    return entryOf(this.names, token, () => readableBytes(this.opened().engine.tokenBytes(token)));
  }
}

/** Bytes as text, or where they are none on their own as numbers. */
function readableBytes(bytes: Uint8Array): string {
  try {
    // ignoreBOM keeps U+FEFF, which would be left out as a byte order mark.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const numbers = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0"));
    return `⟨${numbers.join(" ").toUpperCase()}⟩`;
  }
}
