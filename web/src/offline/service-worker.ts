/**
 * The service worker of the hosted page: after the first visit it opens without a network.
 *
 * Two versions never mix. What stands in assets/ is named by its content, and index.html says which of it belongs
 * together: whoever holds one index.html gets the files of its version and no other. A version is stored whole or not
 * at all, each file by its hash, and the one before is let go only once nothing on screen may still ask for it.
 */

import files from "precache-manifest";
import {
  addRoute,
  cleanupOutdatedCaches,
  getCacheKeyForURL,
  matchPrecache,
  precache,
} from "workbox-precaching";
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
  addEventListener(name: "activate" | "message", listener: (event: LifeEvent) => void): void;
};

/** How long a reader waits for the newest version; then the stored one is shown. */
const PATIENCE = 3000;

const folder = new URL(self.registration.scope);
const index = new URL("index.html", folder);

/** Nothing but the page itself: whatever else lies in the same folder or below is left to the network. */
const isPage = ({ origin, pathname }: URL) =>
  origin === folder.origin && (pathname === folder.pathname || pathname === index.pathname);

/** The newest index.html, in whole; undefined where the network or the server fails. */
async function newest(url: string): Promise<Response | undefined> {
  try {
    // Asked of the server also where a cache holds one: a stale index.html names files that may be gone.
    const response = await fetch(url, {
      cache: "no-cache",
      credentials: "same-origin",
      redirect: "manual",
    });
    return response.status >= 500 ? undefined : response;
  } catch {
    return undefined;
  }
}

registerRoute(
  ({ request, url }) => request.mode === "navigate" && isPage(url),
  async ({ request }) => {
    const network = newest(request.url);
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE));
    const response =
      (await Promise.race([network, late])) ?? (await matchPrecache(index.href)) ?? (await network);
    return response ?? Response.error();
  },
);
precache(files);
addRoute();
cleanupOutdatedCaches();

/** So that what the first visit has not loaded yet is already there without a network. */
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

/**
 * A page says which script it runs. Where that is of this version and no other page is open, nothing needs the version
 * before any more; otherwise this one waits, as service workers do, until those pages are closed.
 */
async function takeOver(script: unknown): Promise<void> {
  if (typeof script !== "string" || getCacheKeyForURL(script) === undefined) return;
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (open.filter(({ url }) => isPage(new URL(url))).length === 1) await self.skipWaiting();
}

self.addEventListener("message", (event) => event.waitUntil(takeOver(event.data)));
