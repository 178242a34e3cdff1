/**
 * dist/loader.js: a small classic script for pages of others. When an <attention-scale> comes near
 * the viewport, it brings the scripts of the hosted page, which lie beside it and define the
 * element. Each file is checked against the hash that the build has written into this script. Where
 * a file is missing or another, or modules cannot run, it brings embed.js in their place.
 */
import files from "pinned-files";
import { version } from "../../../package.json";
import { opensForPaper } from "../opens-for-paper.js";
import english from "../text/en/loader.json" with { type: "json" };
import { trusted } from "../trusted.js";

const ELEMENT_NAME = "attention-scale";

/** What is said in place of a figure, in the languages of the page. */
type Sentences = typeof english;
const languages = import.meta.glob<Sentences>("../text/*/loader.json", {
  eager: true,
  import: "default",
});
const sentencesIn = (tag: string): Sentences =>
  languages[`../text/${tag.slice(0, 2).toLowerCase()}/loader.json`] ?? english;

/** Adds a sentence to elements, below their still pictures, each in the language around it. */
function tell(elements: Iterable<Element>, sentence: keyof Sentences): HTMLElement[] {
  return [...elements].map((element) => {
    const line = document.createElement("p");
    const { lang } = element.closest<HTMLElement>("[lang]") ?? { lang: navigator.language };
    line.textContent = sentencesIn(lang)[sentence];
    element.append(line);
    return line;
  });
}
const elementsHere = () => document.getElementsByTagName(ELEMENT_NAME);
const isDefined = () => customElements.get(ELEMENT_NAME) !== undefined;

/**
 * The script element that has brought this script; null where there is none. A module does not know
 * it, nor does a script whose text was fetched and run, as jQuery does with those in a fragment: it
 * is then the one in the document that names the file.
 */
function ownTag(): HTMLScriptElement | null {
  const running = document.currentScript as HTMLScriptElement | null;
  if (running?.src) return running;
  return [...document.scripts].find(({ src }) => /\/loader\.js(?=[?#]|$)/.test(src)) ?? null;
}

function install(tag: HTMLScriptElement): void {
  const folder = new URL(".", tag.src);
  const opaque = origin === "null";

  // A hash in the query may contain a slash.
  const nameIn = (path: string) => path.replace(/^[^?]*\/|\?.*/g, "");
  const hashOf = (path: string) => files.pins[nameIn(path)]?.[0] ?? "";
  /** Changes with the content of a file whose name does not, for caches. */
  const versioned = (path: string) => `${path}?${hashOf(path).slice(7, 15)}`;
  const fetchChecked = (url: string | URL) => fetch(url, { integrity: hashOf(`${url}`) });

  /** The pins of the files that come later, once they are asked for. */
  let pins: Promise<void> | undefined;
  const fetchPins = async (): Promise<void> => {
    try {
      const response = await fetchChecked(new URL(versioned("assets/pins.json"), folder));
      Object.assign(files.pins, await response.json());
    } catch (error) {
      // The next file asks again.
      pins = undefined;
      throw error;
    }
  };
  const know = async (path: string): Promise<void> => {
    if (hashOf(path) !== "") return;
    pins ??= fetchPins();
    await pins;
  };

  /**
   * Adds an element to the document; resolves when it has loaded its file, and rejects where that
   * is missing or another.
   */
  function add(
    element: HTMLScriptElement | HTMLLinkElement,
    path: string,
    wanted: Record<string, unknown>,
    checked = true,
  ): Promise<unknown> {
    // Browsers check the hash of what they may read: of another origin's file only by CORS.
    const hash = checked ? { integrity: hashOf(path), crossOrigin: "anonymous" } : {};
    const url = new URL(path, folder).href;
    return new Promise((resolve, reject) => {
      Object.assign(element, hash, wanted, { nonce: tag.nonce, onload: resolve, onerror: reject });
      Object.assign(element, element.localName === "link" ? { href: url } : { src: trusted(url) });
      document.head.append(element);
    });
  }
  const addScript = (path: string, type: string, checked?: boolean) =>
    add(document.createElement("script"), path, { type }, checked);

  /**
   * Resolves when a script of the hosted page and those that it imports are checked and in the
   * document's map of modules, from which every later import takes them. An import of a module that
   * is not in it, or has failed, would fetch it unchecked.
   */
  const bring = async (name: string): Promise<void> => {
    await know(name);
    const names = new Set([name]);
    for (const each of names) {
      for (const other of files.pins[each]?.slice(1) ?? []) names.add(other);
    }
    await Promise.all([...names].map(preload));
  };
  const preloads = new Map<string, Promise<unknown>>();
  const preload = (name: string) => {
    const link = () =>
      add(document.createElement("link"), `assets/${name}`, { rel: "modulepreload" });
    const known = preloads.get(name) ?? link();
    preloads.set(name, known);
    known.catch(() => preloads.delete(name));
    return known;
  };

  // The templates of Lit and the addresses of scripts each need a policy, which a document may
  // refuse by its name.
  let refused = false;
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective, sample }) => {
    refused ||= effectiveDirective === "trusted-types" && sample.startsWith("lit-html");
  });
  let fallen = false;
  function fallBack(): void {
    if (fallen || isDefined()) return;
    fallen = true;
    // From disk, in an opaque sandbox and from a host without CORS the attribute for the hash would
    // block the script.
    const readable = tag.crossOrigin !== null || (!opaque && folder.origin === origin);
    // Without it the content of the element stays. The browser reports what has failed.
    addScript(versioned("embed.js"), "", readable)
      .catch((error) => {
        refused ||= error instanceof TypeError;
      })
      // Looks in a task after that of the refusal's event.
      .then(() =>
        setTimeout(() => {
          if (refused && !isDefined()) tell(elementsHere(), "policies");
        }),
      );
  }

  function load(): void {
    if (isDefined()) return;
    // Modules are fetched by CORS, which there is none of from disk, and seldom in an opaque
    // sandbox.
    if (opaque || !document.createElement("link").relList.supports("modulepreload")) {
      fallBack();
      return;
    }
    const binary = fetchChecked(new URL(`assets/${files.binary}`, folder));
    const first = async () => {
      const response = await binary;
      if (!response.ok) throw new Error(`the server answered ${response.status}`);
      return response.clone();
    };
    globalThis.attentionScaleLoader = {
      bring,
      fetch: (url) =>
        nameIn(`${url}`) === files.binary ? first() : know(`${url}`).then(() => fetchChecked(url)),
      // A page's own origin is trusted with the page itself, and its policy may refuse Blobs, which
      // the browser would report.
      workerScript: async (url) => {
        await know(url);
        const script = await (await fetchChecked(url)).blob();
        return trusted(folder.origin === origin ? url : URL.createObjectURL(script));
      },
      fallBack,
    };
    Promise.all([first(), bring(files.guest)])
      .then(() => addScript(`assets/${files.page}`, "module"))
      .catch(fallBack);
  }

  let started = false;
  function start(): void {
    if (started) return;
    started = true;
    near.disconnect();
    added.disconnect();
    load();
  }
  const near = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) start();
    },
    { rootMargin: "100%" },
  );
  const look = () => {
    for (const element of elementsHere()) near.observe(element);
    if (elementsHere().length > 0 && opensForPaper()) start();
  };
  const added = new MutationObserver(look);
  added.observe(document, { childList: true, subtree: true });
  look();

  // Paper waits for no file.
  let lines: readonly HTMLElement[] = [];
  addEventListener("beforeprint", () => {
    if (isDefined()) return;
    const bare = [...elementsHere()].filter(({ innerHTML }) => innerHTML.trim() === "");
    lines = tell(bare, "notLoaded");
  });
  addEventListener("afterprint", () => {
    for (const line of lines) line.remove();
  });
}

/** The first loader of a document serves all of its elements. */
const INSTALLED = Symbol.for(ELEMENT_NAME);

function begin(): void {
  const tag = ownTag();
  if (tag === null) {
    console.error(`${ELEMENT_NAME}: ${english.noAddress}`);
    const tellAll = () => isDefined() || tell(elementsHere(), "noAddress");
    if (document.readyState === "complete") tellAll();
    else addEventListener("load", tellAll);
    return;
  }
  if (!(INSTALLED in document)) {
    Object.assign(document, { [INSTALLED]: true });
    install(tag);
  }
  customElements.whenDefined(ELEMENT_NAME).then((known) => {
    (known as { reportVersion?(version: string): void } & typeof known).reportVersion?.(version);
  });
}

// On a server that renders pages it does nothing.
if (globalThis.document !== undefined) begin();
