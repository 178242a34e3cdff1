/**
 * The model's data: fetched by pieces, checked, kept by the browser, and what is said where that
 * fails.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ModelIndex } from "../../web/src/language/api.js";
import {
  DataError,
  FilesBeside,
  MODEL_BYTES,
  type ModelData,
  PickedFiles,
} from "../../web/src/language/store.js";
import { inProject } from "../../web/tools/run.mjs";

const FOLDER = "https://example.org/model/";
const PIECES = ["first piece", "second piece", "the third"];

const described = (content: string) => {
  const hash = createHash("sha256").update(content).digest("hex");
  return { file: `${hash.slice(0, 16)}.bin`, bytes: content.length, hash };
};
const pieces = PIECES.map(described);
const bytes = PIECES.join("").length;
const index = { layers: 1, weights: bytes, bytes, pieces } as unknown as ModelIndex;

/** What the server has, and what was asked of it. */
let files: Map<string, string>;
let asked: string[];
let cached: Map<string, Response>;

/** A Cache Storage that refuses what `full` says. */
const storage = (full = false) => ({
  open: async () => ({
    match: async (url: string) => cached.get(url)?.clone(),
    put: async (url: string, response: Response) => {
      if (full) throw new DOMException("no room", "QuotaExceededError");
      cached.set(url, response);
    },
    keys: async () => [...cached.keys()].map((url) => ({ url })),
    delete: async (url: string) => cached.delete(url),
  }),
});

const serve = async (url: string, { signal }: RequestInit) => {
  asked.push(url.replace(FOLDER, ""));
  signal?.throwIfAborted();
  const content = files.get(url);
  return content === undefined ? new Response("", { status: 404 }) : new Response(content);
};

beforeEach(() => {
  files = new Map(PIECES.map((content, i) => [`${FOLDER}${pieces[i]?.file}`, content]));
  files.set(`${FOLDER}model.json`, JSON.stringify(index));
  [asked, cached] = [[], new Map()];
  vi.stubGlobal("fetch", vi.fn(serve));
  vi.stubGlobal("caches", storage());
});
afterEach(() => vi.unstubAllGlobals());

/** The content of all pieces, which of them were stored, and the progress. */
async function all(data: ModelData, signal = new AbortController().signal) {
  const found = await data.index(signal);
  const progress: number[] = [];
  const content: string[] = [];
  const stored: boolean[] = [];
  for (const [number, described] of found.pieces.entries()) {
    const piece = await data.piece(described, signal, (received, isStored) => {
      progress.push(received);
      stored[number] = isStored;
    });
    content.push(new TextDecoder().decode(piece));
  }
  return { content, stored, progress };
}

const problemOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail("it comes"),
    (error) => (error instanceof DataError ? error.problem : error),
  );

describe("the files beside the page", () => {
  it("come by pieces with their progress, and from storage the next time", async () => {
    const lengths = PIECES.map(({ length }) => length);
    const first = await all(new FilesBeside(FOLDER));
    expect(first).toEqual({ content: PIECES, stored: [false, false, false], progress: lengths });
    asked = [];
    const second = await all(new FilesBeside(FOLDER));
    expect(second).toEqual({ content: PIECES, stored: [true, true, true], progress: lengths });
    expect(asked).toEqual(["model.json"]);
    // And without a network.
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    expect((await all(new FilesBeside(FOLDER))).content).toEqual(PIECES);
  });

  it("go on at the missing piece", async () => {
    const missing = `${FOLDER}${pieces[1]?.file}`;
    files.delete(missing);
    const problem = await problemOf(all(new FilesBeside(FOLDER)));
    expect(problem).toEqual({ kind: "missing", file: pieces[1]?.file, status: 404 });
    files.set(missing, PIECES[1] ?? "");
    expect((await all(new FilesBeside(FOLDER))).stored).toEqual([true, false, false]);
  });

  it("are fetched once more where one is damaged, in storage or on the way", async () => {
    await all(new FilesBeside(FOLDER));
    const url = `${FOLDER}${pieces[1]?.file}`;
    cached.set(url, new Response("second_piece"));
    expect((await all(new FilesBeside(FOLDER))).stored).toEqual([true, false, true]);
    expect(await cached.get(url)?.clone().text()).toBe("second piece");
    cached.clear();
    files.set(url, "second pie");
    asked = [];
    const problem = await problemOf(all(new FilesBeside(FOLDER)));
    expect(problem).toEqual({ kind: "damaged", file: pieces[1]?.file });
    expect(asked.slice(2)).toEqual([pieces[1]?.file, pieces[1]?.file]);
    files.set(`${FOLDER}model.json`, '{ "bytes": 3');
    expect(await problemOf(all(new FilesBeside(FOLDER)))).toMatchObject({ file: "model.json" });
  });

  it("of another version are deleted, those of other folders not", async () => {
    cached.set(`${FOLDER}old.bin`, new Response("old"));
    cached.set("https://example.org/other/old.bin", new Response("old"));
    await all(new FilesBeside(FOLDER));
    expect(cached.has(`${FOLDER}old.bin`)).toBe(false);
    expect(cached.has("https://example.org/other/old.bin")).toBe(true);
  });

  it("run from memory where storage is refused or full, and tell how much was free", async () => {
    vi.stubGlobal("navigator", { storage: { estimate: async () => ({ quota: 9e6, usage: 2e6 }) } });
    for (const refusing of [storage(true), undefined]) {
      vi.stubGlobal("caches", refusing);
      const data = new FilesBeside(FOLDER);
      expect((await all(data)).content).toEqual(PIECES);
      expect(data.unkept).toEqual({ free: 7e6 });
    }
    vi.stubGlobal("navigator", {});
    const data = new FilesBeside(FOLDER);
    await all(data);
    expect(data.unkept).toEqual({ free: null });
  });

  it("are checked by their length where the browser computes no hashes", async () => {
    vi.stubGlobal("crypto", {});
    files.set(`${FOLDER}${pieces[0]?.file}`, "FIRST PIECE");
    expect((await all(new FilesBeside(FOLDER))).content[0]).toBe("FIRST PIECE");
  });

  it("tell no answer from a reader who cancels", async () => {
    const reader = new AbortController();
    reader.abort();
    const cancelled = await problemOf(all(new FilesBeside(FOLDER), reader.signal));
    expect(cancelled).toMatchObject({ name: "AbortError" });
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    expect(await problemOf(all(new FilesBeside(FOLDER)))).toEqual({ kind: "network" });
  });
});

describe("picked files", () => {
  const fileOf = (url: string, content: string) => new File([content], url.replace(FOLDER, ""));
  const picked = () => [...files].map(([url, content]) => fileOf(url, content));

  it("are checked in the same way, and those that are missing are named", async () => {
    expect((await all(new PickedFiles(picked()))).content).toEqual(PIECES);
    expect(await problemOf(all(new PickedFiles([])))).toEqual({
      kind: "files",
      missing: ["model.json"],
    });
    const [, ...others] = picked();
    expect(await problemOf(all(new PickedFiles(others)))).toEqual({
      kind: "files",
      missing: [pieces[0]?.file],
    });
    files.set(`${FOLDER}${pieces[2]?.file}`, "a third");
    expect(await problemOf(all(new PickedFiles(picked())))).toMatchObject({ kind: "damaged" });
  });
});

it("the number of megabytes on the button is that of the data", () => {
  const built = JSON.parse(readFileSync(inProject("dist/model/model.json"), "utf8"));
  expect(built.bytes).toBe(MODEL_BYTES);
});
