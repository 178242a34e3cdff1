/**
 * Where the model's data comes from: the folder beside the page, whose pieces the browser keeps for
 * the next visit; the scripts in it, where the page is opened from disk; or files that the reader
 * picks. Each piece is checked before it is handed over.
 */
import { trusted } from "../trusted.js";
import type { ModelIndex } from "./api.js";

/** The bytes of the whole model, known before anything is fetched. */
export const MODEL_BYTES = 25_930_347;
const INDEX = "model.json";
const CACHE = "attention-scale-model";

/** Why the data does not come. */
export type DataProblem =
  /** The server gave no answer, or one that broke off. */
  | { readonly kind: "network" }
  /** The server has no such file. */
  | { readonly kind: "missing"; readonly file: string; readonly status: number }
  /** Cut short, or of another version. */
  | { readonly kind: "damaged"; readonly file: string }
  /** A page from disk does not find this script beside itself. */
  | { readonly kind: "absent"; readonly file: string }
  /** These are not among the picked files. */
  | { readonly kind: "files"; readonly missing: readonly string[] };

export class DataError extends Error {
  constructor(readonly problem: DataProblem) {
    super(problem.kind);
  }
}

/**
 * Set where the browser did not keep the data for the next visit; shown beside a model that runs.
 * `free`: bytes that were free then; null: it does not tell.
 */
export type Unkept = { readonly free: number | null } | null;

type Bytes = Uint8Array<ArrayBuffer>;

/** @param received bytes of a piece so far */
type OnProgress = (received: number, stored: boolean) => void;

export type ModelData = FilesBeside | ScriptsBeside | PickedFiles;

/** Whether the page is a file on a disk or a memory stick. */
export const isFromDisk = () => globalThis.location?.protocol === "file:";

/** @param folder the address of dist/model, with its last slash */
export const dataBeside = (folder: string) =>
  folder.startsWith("file:") ? new ScriptsBeside(folder) : new FilesBeside(folder);

/** False on a page without https, where browsers compute no hashes: lengths alone are checked. */
export const canCheck = () => globalThis.crypto?.subtle !== undefined;

type Described = ModelIndex["pieces"][number];

async function isRight(bytes: Bytes, { bytes: length, hash }: Described) {
  if (bytes.length !== length) return false;
  if (!canCheck()) return true;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return hash === Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function readIndex(text: string): ModelIndex {
  try {
    const index = JSON.parse(text) as ModelIndex;
    const whole = index.pieces.reduce((sum, { bytes }) => sum + bytes, 0);
    if (whole === index.bytes) return index;
  } catch {
    // An index that is no JSON is as damaged as one whose pieces do not add up.
  }
  throw new DataError({ kind: "damaged", file: INDEX });
}

export class FilesBeside {
  unkept: Unkept = null;

  /** @param folder the address of dist/model, with its last slash */
  constructor(private readonly folder: string) {}

  /** Where there is no network, the one of the last visit. */
  async index(signal: AbortSignal): Promise<ModelIndex> {
    // The name of the index is the same in each version; those of the pieces hold hashes.
    const bytes = await this.fetched(INDEX, "no-cache", signal).catch(async (error: unknown) => {
      if (!(error instanceof DataError) || error.problem.kind !== "network") throw error;
      const keptIndex = await this.keptFile(INDEX);
      if (keptIndex === null) throw error;
      return keptIndex;
    });
    const index = readIndex(new TextDecoder().decode(bytes));
    await this.keep(INDEX, bytes);
    await this.dropOthers(new Set([INDEX, ...index.pieces.map(({ file }) => file)]));
    return index;
  }

  /** A piece that is damaged is fetched once more, past the browser's own cache. */
  async piece(described: Described, signal: AbortSignal, progress: OnProgress) {
    const { file } = described;
    const keptBytes = await this.keptFile(file);
    signal.throwIfAborted();
    if (keptBytes !== null && (await isRight(keptBytes, described))) {
      progress(keptBytes.length, true);
      return keptBytes;
    }
    for (const mode of ["default", "reload"] as const) {
      const bytes = await this.fetched(file, mode, signal, progress);
      if (!(await isRight(bytes, described))) continue;
      await this.keep(file, bytes);
      return bytes;
    }
    throw new DataError({ kind: "damaged", file });
  }

  private addressOf(file: string): string {
    return new URL(file, this.folder).href;
  }

  private async fetched(file: string, cache: RequestCache, signal: AbortSignal, tell?: OnProgress) {
    try {
      const response = await fetch(this.addressOf(file), { signal, cache });
      const { ok, status, body } = response;
      if (!ok) throw new DataError({ kind: "missing", file, status });
      const parts: Bytes[] = [];
      let received = 0;
      const reader = body?.getReader();
      for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
        parts.push(read.value);
        received += read.value.length;
        tell?.(received, false);
      }
      return new Uint8Array(await new Blob(parts).arrayBuffer());
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof DataError ? error : new DataError({ kind: "network" });
    }
  }

  private async keptFile(file: string): Promise<Bytes | null> {
    try {
      const response = await (await caches.open(CACHE)).match(this.addressOf(file));
      return response ? new Uint8Array(await response.arrayBuffer()) : null;
    } catch {
      return null;
    }
  }

  private async keep(file: string, bytes: Bytes): Promise<void> {
    if (this.unkept !== null) return;
    try {
      await (await caches.open(CACHE)).put(this.addressOf(file), new Response(bytes));
    } catch {
      const { quota, usage } = (await navigator.storage?.estimate().catch(() => null)) ?? {};
      this.unkept = { free: quota === undefined || usage === undefined ? null : quota - usage };
    }
  }

  /** Deletes what was kept of another version in this folder. */
  private async dropOthers(files: ReadonlySet<string>): Promise<void> {
    try {
      const cache = await caches.open(CACHE);
      const addresses = new Set([...files].map((file) => this.addressOf(file)));
      for (const { url } of await cache.keys()) {
        if (url.startsWith(this.folder) && !addresses.has(url)) await cache.delete(url);
      }
    } catch {
      // It stays until the next visit.
    }
  }
}

/** What a script of the folder calls with its bytes: see web/tools/model.mjs. */
const RECEIVER = "attentionScaleModel";

/** What each script has handed over: more than one may be on its way. */
const handedOver = new WeakMap<object, string>();

function receive(base64: string): void {
  if (document.currentScript !== null) handedOver.set(document.currentScript, base64);
}

/** A page from disk may not fetch the files beside it, but runs scripts that hold the same bytes. */
class ScriptsBeside {
  readonly unkept = null;

  /** @param folder the address of dist/model, with its last slash */
  constructor(private readonly folder: string) {}

  async index(signal: AbortSignal): Promise<ModelIndex> {
    return readIndex(new TextDecoder().decode(await this.read(INDEX, signal)));
  }

  async piece(described: Described, signal: AbortSignal, progress: OnProgress) {
    const { file } = described;
    const bytes = await this.read(file, signal);
    if (!(await isRight(bytes, described))) throw new DataError({ kind: "damaged", file });
    progress(bytes.length, true);
    return bytes;
  }

  private async read(file: string, signal: AbortSignal): Promise<Bytes> {
    const name = file.replace(/\.\w+$/, ".js");
    const base64 = await this.run(name);
    signal.throwIfAborted();
    if (base64 === null) throw new DataError({ kind: "damaged", file: name });
    try {
      return bytesOf(base64);
    } catch {
      throw new DataError({ kind: "damaged", file: name });
    }
  }

  /** What a script hands over before its `load` event; null: nothing. */
  private run(name: string): Promise<string | null> {
    Object.assign(globalThis, { [RECEIVER]: receive });
    return new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.addEventListener("load", () => {
        script.remove();
        resolve(handedOver.get(script) ?? null);
      });
      script.addEventListener("error", () => {
        script.remove();
        reject(new DataError({ kind: "absent", file: `model/${name}` }));
      });
      script.src = trusted(new URL(name, this.folder).href);
      document.head.append(script);
    });
  }
}

function bytesOf(base64: string): Bytes {
  const letters = atob(base64);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; ++i) bytes[i] = letters.charCodeAt(i);
  return bytes;
}

/** Files of the folder, picked by the reader where the page itself does not find them. */
export class PickedFiles {
  readonly unkept = null;

  constructor(private readonly files: readonly File[]) {}

  async index(): Promise<ModelIndex> {
    const index = readIndex(await this.fileOf(INDEX).text());
    const names = this.files.map(({ name }) => name);
    const missing = index.pieces.map(({ file }) => file).filter((file) => !names.includes(file));
    if (missing.length > 0) throw new DataError({ kind: "files", missing });
    return index;
  }

  async piece(described: Described, signal: AbortSignal, progress: OnProgress) {
    const { file } = described;
    const bytes = new Uint8Array(await this.fileOf(file).arrayBuffer());
    signal.throwIfAborted();
    if (!(await isRight(bytes, described))) throw new DataError({ kind: "damaged", file });
    progress(bytes.length, true);
    return bytes;
  }

  private fileOf(file: string): File {
    const found = this.files.find(({ name }) => name === file);
    if (found === undefined) throw new DataError({ kind: "files", missing: [file] });
    return found;
  }
}
