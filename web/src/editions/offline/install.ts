/** Installs the hosted page for offline use; silently does nothing where that is impossible. */

/** Waits until `element` is ready, so that storing the page does not slow down the first view. */
export function installOffline(element: Element): void {
  const framed = globalThis.parent !== globalThis.self;
  // There are no service workers over file:// and plain http, and a framed page installs none for its host.
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
  /** Tells the waiting worker which version runs here: see takeOver in service-worker.ts. */
  const offer = () => registration.waiting?.postMessage(import.meta.url);
  offer();
  const watch = (worker: ServiceWorker | null) => worker?.addEventListener("statechange", offer);
  watch(registration.installing);
  registration.addEventListener("updatefound", () => watch(registration.installing));
}
