/** Installs the hosted page for offline use. Not a word where that cannot be: the page itself does without. */

/** `element` is ready first: storing the page must not slow down the first look at it. */
export function installOffline(element: Element): void {
  const framed = globalThis.parent !== globalThis.self;
  // Over file:// and plain http there are no service workers; a host that frames the page has asked for none.
  if (framed || !isSecureContext || !/^https?:$/.test(location.protocol)) return;
  const loaded = new Promise((resolve) => {
    if (document.readyState === "complete") resolve(undefined);
    else addEventListener("load", resolve, { once: true });
  });
  const ready = new MutationObserver(() => {
    if (!element.hasAttribute("data-ready")) return;
    ready.disconnect();
    loaded.then(register).catch(() => undefined);
  });
  ready.observe(element, { attributeFilter: ["data-ready"] });
}

async function register(): Promise<void> {
  const registration = await navigator.serviceWorker.register("./service-worker.js");
  /** The worker that waits is told which version runs here: see takeOver in service-worker.ts. */
  const offer = () => registration.waiting?.postMessage(import.meta.url);
  offer();
  const watch = (worker: ServiceWorker | null) => worker?.addEventListener("statechange", offer);
  watch(registration.installing);
  registration.addEventListener("updatefound", () => watch(registration.installing));
}
