/**
 * The service worker of the hosted page: after the first visit the page opens without a network.
 *
 * Versions never mix. Files in assets/ are named by their content, and each document names the
 * files of its version. A version is stored completely or not at all, each file checked by its
 * hash, and is deleted only when no open page may still request its files. A stored version is
 * replaced on screen only by one whose files are all available.
 */

import files from "precache-manifest";
import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from "workbox-precaching";
import { registerRoute } from "workbox-routing";

/**
 * The part of a service worker's global scope used here; TypeScript's library for it conflicts with
 * that of the DOM.
 */
interface LifeEvent extends Event {
  readonly data: unknown;
  waitUntil(work: Promise<unknown>): void;
}
declare const self: {
  readonly registration: { readonly scope: string };
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: "window"; includeUncontrolled: true }): Promise<{ url: string }[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(name: string, listener: (event: LifeEvent) => void): void;
};

/** Milliseconds to wait for the newest version; then the stored one is shown. */
const PATIENCE = 3000;

const folder = new URL(self.registration.scope);
/** The documents of the chapters; the folder's own address is the first of them. */
const documents = files.filter(({ url }) => url.endsWith(".html")).map(({ url }) => url);
const index = new URL("index.html", folder).href;
const assets = new URL("assets/", folder);

const version = new PrecacheController();
version.addToCacheList(files);

/**
 * The document at an address; undefined for all others in this folder or below it, which are left
 * to the network.
 */
function documentAt({ origin, pathname }: URL): string | undefined {
  if (origin + pathname === folder.href) return index;
  return documents.map((url) => new URL(url, folder).href).find((url) => url === origin + pathname);
}

/** The name of a file in assets/, and the hash that follows it in the list of a service worker. */
const FILE_AND_HASH = /(assets\/[\w.-]+)(?:[^{}]*?(sha256-[\w+/=]+))?/g;

/** The files that a document or a service worker names: for each its hash, "" where it has none. */
async function namedIn(response: Response): Promise<Map<string, string>> {
  const found = (await response.text()).matchAll(FILE_AND_HASH);
  return new Map([...found].map(([, name = "", integrity = ""]) => [name, integrity]));
}

/**
 * Whether all files of a document's version are available: those that it names, and those that the
 * service worker beside it lists. Files of another version are stored, so that its page has them
 * also after the server has replaced them.
 */
async function isCompleteVersion(page: Response): Promise<boolean> {
  const named = await namedIn(page);
  // Not this page, but that of a site in maintenance, or of another site at its address.
  if (named.size === 0) return false;
  if ([...named.keys()].every((name) => version.getCacheKeyForURL(name) !== undefined)) return true;
  const listed = await namedIn(await fetch("service-worker.js", { cache: "no-cache" }));
  const cache = await caches.open(version.strategy.cacheName);
  const fetched = [...new Map([...named, ...listed])].map(async ([name, integrity]) => {
    if ((await cache.match(name)) !== undefined) return true;
    const response = await fetch(name, { integrity });
    // A stored file is not requested again, so only files with a checked hash are stored.
    if (response.ok && integrity !== "") {
      // If storage is full, the page gets the file from the network.
      await cache.put(name, response.clone()).catch(() => undefined);
    }
    return response.ok;
  });
  return (await Promise.all(fetched)).every(Boolean);
}

/**
 * Whether another site answers every address of this one with a page of its own: also that of the
 * service worker.
 */
async function isReplaced(): Promise<boolean> {
  const { ok, headers } = await fetch("service-worker.js", { cache: "no-cache" });
  return ok && /\bhtml\b/.test(headers.get("Content-Type") ?? "");
}

/**
 * The server's answer if it is to be shown: a complete version, a redirect, another site, or the
 * status that the page is gone.
 */
async function newest(url: string): Promise<Response | undefined> {
  try {
    // Past the HTTP cache: a stale document names files that may be gone.
    const response = await fetch(url, { cache: "no-cache", redirect: "manual" });
    const { ok, status, type } = response;
    const isUsable = ok
      ? (await isCompleteVersion(response.clone())) || (await isReplaced())
      : type === "opaqueredirect" || status === 404 || status === 410;
    return isUsable ? response : undefined;
  } catch {
    return undefined;
  }
}

registerRoute(
  ({ request, url }) => request.mode === "navigate" && documentAt(url) !== undefined,
  async ({ request, url }) => {
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE));
    const response = await Promise.race([newest(request.url), late]);
    return response ?? (await version.matchPrecache(documentAt(url) ?? index)) ?? fetch(request);
  },
);
registerRoute(new PrecacheRoute(version));
/**
 * Several versions may be open in tabs with one active service worker: it serves the files of all
 * stored versions.
 */
registerRoute(
  ({ url }) => url.href.startsWith(assets.href),
  async ({ request }) => (await caches.match(request)) ?? fetch(request),
);
cleanupOutdatedCaches();

const openPages = async () => {
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return open.filter(({ url }) => documentAt(new URL(url)) !== undefined);
};

/** Whether the only open page runs this version. */
let alone = false;

/**
 * Deletes the files of other versions, unless an open page may still request them. (A page that was
 * reloaded past the service worker is open, yet does not keep a new one waiting.)
 */
async function activate(event: LifeEvent): Promise<void> {
  if (alone || (await openPages()).length === 0) await version.activate(event);
  // The page of the first visit then has its remaining files without a network.
  await self.clients.claim();
}

/**
 * Called with the script that a page runs. Where it is of this version and no other page is open,
 * nothing needs the previous version, and this one takes over; otherwise it waits, as service
 * workers do, until the other pages are closed.
 */
async function takeOver(script: unknown): Promise<void> {
  if (typeof script !== "string" || version.getCacheKeyForURL(script) === undefined) return;
  if ((await openPages()).length !== 1) return;
  alone = true;
  await self.skipWaiting();
}

self.addEventListener("install", version.install);
self.addEventListener("activate", (event) => event.waitUntil(activate(event)));
self.addEventListener("message", (event) => event.waitUntil(takeOver(event.data)));
