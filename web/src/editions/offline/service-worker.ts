/**
 * The service worker of the hosted page: after the first visit it opens without a network.
 *
 * Two versions never mix. What stands in assets/ is named by its content, and index.html says which of it belongs
 * together: whoever holds one index.html gets the files of its version and no other. A version is stored whole or not
 * at all, each file by its hash, and the one before is let go only once nothing on screen may still ask for it. Who has a
 * stored version is shown a new one only when all of its files are there.
 */

import files from "precache-manifest";
import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from "workbox-precaching";
import { registerRoute } from "workbox-routing";

/** What of a service worker's world is used here; TypeScript's own library for it does not go together with the DOM's. */
interface Client {
  readonly url: string;
}
interface LifeEvent extends Event {
  readonly data: unknown;
  waitUntil(work: Promise<unknown>): void;
}
declare const self: {
  readonly registration: { readonly scope: string };
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<Client[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(
    name: "install" | "activate" | "message",
    listener: (event: LifeEvent) => void,
  ): void;
};

/** How long a reader waits for the newest version, in milliseconds; then the stored one is shown. */
const PATIENCE = 3000;

const folder = new URL(self.registration.scope);
const index = new URL("index.html", folder);
const assets = new URL("assets/", folder);

const version = new PrecacheController();
version.addToCacheList(files);

/** Nothing but the page itself: whatever else lies in the same folder or below is left to the network. */
const isPage = ({ origin, pathname }: URL) =>
  origin === folder.origin && (pathname === folder.pathname || pathname === index.pathname);

/** A file of assets/ by its name, and its hash where one follows, as in the list that a service worker holds. */
const NAMED = /(assets\/[\w.-]+)(?:[^{}]*?(sha256-[\w+/=]+))?/g;

const namedIn = async (response: Response) =>
  [...(await response.text()).matchAll(NAMED)].map(
    ([, name = "", integrity = ""]) => [name, integrity] as const,
  );

/**
 * Whether all of the version of an index.html is there: the files that it names, and those that the service worker beside it
 * lists. Those of another version are stored here, so that its page has them also where the server replaces them soon after.
 */
async function isWhole(page: Response): Promise<boolean> {
  const named = await namedIn(page);
  // No page of ours: that of a captive portal, or of a site in maintenance.
  if (named.length === 0) return false;
  if (named.every(([name]) => version.getCacheKeyForURL(name) !== undefined)) return true;
  const listed = await namedIn(await fetch("service-worker.js", { cache: "no-cache" }));
  const cache = await caches.open(version.strategy.cacheName);
  const fetched = [...new Map([...named, ...listed])].map(async ([name, integrity]) => {
    if ((await cache.match(name)) !== undefined) return true;
    const response = await fetch(name, { integrity });
    // What is stored is not asked for again, so only what is certain to be the right file.
    if (response.ok && integrity !== "") {
      // Where there is no room for it, the page has it from the network.
      await cache.put(name, response.clone()).catch(() => undefined);
    }
    return response.ok;
  });
  return (await Promise.all(fetched)).every(Boolean);
}

/** The server's answer, where it is to be shown: a version that is whole, or that the page is gone or elsewhere. */
async function newest(url: string): Promise<Response | undefined> {
  try {
    // Asked of the server also where a cache holds one: a stale index.html names files that may be gone.
    const response = await fetch(url, {
      cache: "no-cache",
      credentials: "same-origin",
      redirect: "manual",
    });
    const { ok, status, type } = response;
    const shown = ok
      ? await isWhole(response.clone())
      : type === "opaqueredirect" || status === 404 || status === 410;
    return shown ? response : undefined;
  } catch {
    return undefined;
  }
}

registerRoute(
  ({ request, url }) => request.mode === "navigate" && isPage(url),
  async ({ request }) => {
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE));
    const response = await Promise.race([newest(request.url), late]);
    return response ?? (await version.matchPrecache(index.href)) ?? fetch(request);
  },
);
registerRoute(new PrecacheRoute(version));
/** Several versions may be open in tabs, while only one service worker is active: it has the files of all that are stored. */
registerRoute(
  ({ url }) => url.href.startsWith(assets.href),
  async ({ request }) => (await caches.match(request)) ?? fetch(request),
);
cleanupOutdatedCaches();

const openPages = async () => {
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return open.filter(({ url }) => isPage(new URL(url)));
};

/** Whether the only page that is open runs this version. */
let alone = false;

/**
 * Deletes the files of other versions, unless a page is open that may still ask for them: one that was reloaded past the
 * service worker does not keep a new one waiting.
 */
async function activate(event: LifeEvent): Promise<void> {
  if (alone || (await openPages()).length === 0) await version.activate(event);
  // So that what the first visit has not loaded yet is already there without a network.
  await self.clients.claim();
}

/**
 * A page says which script it runs. Where that is of this version and no other page is open, nothing needs the version
 * before any more; otherwise this one waits, as service workers do, until those pages are closed.
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
