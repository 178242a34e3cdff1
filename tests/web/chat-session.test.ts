/**
 * The chat between its calls: loads that are cancelled, workers that are lost, and a page that goes
 * while an answer comes.
 */
import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ChatSession } from "../../web/src/language/chat-session.js";
import type { LanguageSource } from "../../web/src/language/source.js";
import { delivery, type PageEnd, workerWith } from "./worker-double.js";

const PIECES = ["first piece", "second piece"];
const pieces = PIECES.map((content, i) => {
  const hash = createHash("sha256").update(content).digest("hex");
  return { file: `${i}.bin`, bytes: content.length, hash };
});
const index = { bytes: PIECES.join("").length, pieces };
/** What a reader picks. */
const files = [
  new File([JSON.stringify(index)], "model.json"),
  ...PIECES.map((content, i) => new File([content], `${i}.bin`)),
];

/** A promise that a test settles. */
function promised<T>() {
  let settle: { resolve(value: T): void; reject(error: Error): void } | undefined;
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise, ...(settle as NonNullable<typeof settle>) };
}

const REQUEST = {
  prompt: "Hello!",
  lanes: [{ exponent: 0 }, { exponent: 0.5 }],
  temperature: 0,
  seed: 1,
} as const;

/** A chat with workers that write down what they are asked. */
function setUp() {
  const asked: string[] = [];
  const workers: PageEnd[] = [];
  const binary = promised<WebAssembly.Module>();
  let held = true;
  const write = (name: string) => {
    asked.push(`${workers.length}: ${name}`);
  };
  const calls = {
    ping: () => undefined,
    start: () => write("start"),
    piece: (number: number) => write(`piece ${number}`),
    finish: () => write("finish"),
    countTokens: (text: string) => {
      write(`count ${text}`);
      return held ? new Promise(() => undefined) : { tokens: text.length, limit: 9 };
    },
    // It never ends.
    answer: () => new Promise(() => undefined),
    heads: () => new Promise(() => undefined),
  };
  const source: LanguageSource = {
    languageModule: () => binary.promise,
    folder: null,
    createModelWorker: () => {
      const worker = workerWith(calls);
      workers.push(worker);
      return worker as unknown as Worker;
    },
  };
  const chat = new ChatSession(
    () => undefined,
    async () => source,
  );
  const answers = () => {
    held = false;
  };
  return { chat, source, asked, workers, binary, answers };
}

const comes = (condition: () => boolean) => vi.waitFor(() => expect(condition()).toBe(true));

async function loaded() {
  const made = setUp();
  made.binary.resolve({} as WebAssembly.Module);
  await made.chat.load(files);
  expect(made.chat.loading.phase).toBe("ready");
  return made;
}

describe("a load", () => {
  it("goes on where one was cancelled while the binary came", async () => {
    const { chat, asked, workers, binary } = setUp();
    void chat.load(files);
    await comes(() => workers.length === 1);
    chat.cancel();
    const again = chat.load(files);
    await delivery();
    binary.resolve({} as WebAssembly.Module);
    await again;
    expect(chat.loading).toMatchObject({ phase: "ready", problem: null });
    expect(asked).toEqual(["1: start", "1: piece 0", "1: piece 1", "1: finish"]);
  });

  it("has another worker where the binary did not come while nobody waited for it", async () => {
    const { chat, source, workers, binary } = setUp();
    void chat.load(files);
    await comes(() => workers.length === 1);
    chat.cancel();
    binary.reject(new Error("no network"));
    await delivery();
    expect(chat.loading.phase).toBe("none");
    source.languageModule = async () => ({}) as WebAssembly.Module;
    await chat.load(files);
    expect(chat.loading.phase).toBe("ready");
    expect(workers.map(({ terminated }) => terminated)).toEqual([true, false]);
  });

  it("leaves no worker where the page has gone before it was there", async () => {
    const { chat, source, workers } = setUp();
    const { createModelWorker } = source;
    const created = promised<void>();
    source.createModelWorker = async () => {
      await created.promise;
      return createModelWorker();
    };
    const loading = chat.load(files);
    await delivery();
    chat.end();
    created.resolve();
    await loading;
    expect(workers.map(({ terminated }) => terminated)).toEqual([true]);
  });
});

describe("a worker that is lost", () => {
  it("leaves no count of tokens open: the next one is asked", async () => {
    const { chat, asked, workers, answers } = await loaded();
    expect(chat.count("Hello")).toBeNull();
    await delivery();
    workers[0]?.dispatchEvent(Object.assign(new Event("error"), { message: "out of memory" }));
    await comes(() => chat.loading.phase === "failed");
    answers();
    await chat.load(files);
    expect(chat.count("Hello")).toBeNull();
    await comes(() => chat.count("Hello")?.tokens === 5);
    expect(asked.filter((call) => call.includes("count"))).toEqual([
      "1: count Hello",
      "2: count Hello",
    ]);
  });
});

describe("a page that goes while an answer comes", () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
  afterEach(() => vi.useRealTimers());

  it("leaves nothing that runs on", async () => {
    const { chat, workers } = await loaded();
    void chat.ask(REQUEST);
    chat.heads([0]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(chat.answering).toBe(true);
    expect(vi.getTimerCount()).toBeGreaterThan(0);
    chat.end();
    await vi.advanceTimersByTimeAsync(2000);
    expect(vi.getTimerCount()).toBe(0);
    expect(chat.answering).toBe(false);
    expect(workers[0]?.terminated).toBe(true);
  });
});
