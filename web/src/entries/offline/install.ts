/** Installs the hosted page for offline use; silently does nothing where that is impossible. */

/**
 * Waits until `element` is ready, so that storing the page does not slow down the first view.
 * @param script the address of the page's script, which tells the version that runs here
 */
export function installOffline(element: Element, script: string): void {
  const framed = globalThis.parent !== globalThis.self;
  // There are no service workers over file:// and plain http, and a framed page installs none for
  // its host.
  if (framed || !isSecureContext || !/^https?:$/.test(location.protocol)) return;
  const loaded = new Promise((resolve) => {
    if (document.readyState === "complete") resolve(undefined);
    else addEventListener("load", resolve, { once: true });
  });
  const look = () => {
    if (!element.hasAttribute("data-ready")) return;
    ready.disconnect();
    loaded.then(() => register(script)).catch(() => undefined);
  };
  const ready = new MutationObserver(look);
  ready.observe(element, { attributeFilter: ["data-ready"] });
  look();
}

async function register(script: string): Promise<void> {
  const registration = await navigator.serviceWorker.register("./service-worker.js");
  /** Tells the waiting worker which version runs here: see takeOver in service-worker.ts. */
  const offer = () => registration.waiting?.postMessage(script);
  offer();
  const watch = (worker: ServiceWorker | null) => worker?.addEventListener("statechange", offer);
  watch(registration.installing);
  registration.addEventListener("updatefound", () => watch(registration.installing));
}
