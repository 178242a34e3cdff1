/**
 * The embed: defines the element in any page. In a document with `html[data-own-page]`
 * (dist/attention-scale.html and frozen pages) it also connects the element to the document's
 * address, title and history. The binaries are inside the script, which also makes the worker and
 * the page in one file.
 */
import stillPictures from "still-pictures";
import workerSource from "worker-source";
import { AttentionScale } from "../element/element.js";
import * as engines from "../engine/inside.js";
import { provideEdition } from "../experiments/edition.js";
import { MODEL_WORKER } from "../language/source.js";
import { isFromDisk } from "../language/store.js";
import { START } from "../state/state.js";
import { trusted } from "../trusted.js";
import { showGuest } from "./guest.js";
import { inlineScript } from "./inline-script.js";
import { ownElement, showOwnPage } from "./own-page.js";

/**
 * Read while the script runs: it is null afterwards, and always null where a bundler made a module
 * of the script.
 */
const script = document.currentScript instanceof HTMLScriptElement ? document.currentScript : null;

/** The address of its file; none where it stands in the document itself. */
const address = script?.src ?? "";

/** Whether a file is at the page's own origin. */
const isOwn = (url: string) => /^https?:/.test(url) && new URL(url).origin === location.origin;

/**
 * Starts the worker from the embed's own file where possible: not from a bundle that contains it. A
 * Blob works everywhere else, but a host with a strict Content-Security-Policy refuses it and
 * reports the refusal in the console.
 */
function createWorker(name = "attention-scale"): Worker {
  if (isOwn(address) && /\bembed\b[^/]*\.js$/.test(new URL(address).pathname)) {
    return new Worker(trusted(address), { name });
  }
  const code = `URL.revokeObjectURL(location.href);${workerSource}`;
  const blob = new Blob([code], { type: "text/javascript;charset=utf-8" });
  return new Worker(trusted(URL.createObjectURL(blob)), { name });
}

/**
 * The folder of the model's data beside the script or the page, where that is the page's own
 * origin, or both are on a disk.
 */
function modelFolder(): string | null {
  const beside = address || document.baseURI;
  const isReadable = isOwn(beside) || (isFromDisk() && beside.startsWith("file:"));
  return isReadable ? new URL("model/", beside).href : null;
}

const pageBeside = () => (address === "" ? null : new URL("attention-scale.html", address).href);

async function ownCode(): Promise<string> {
  if (script === null) throw new Error("the script does not know its address");
  if (address === "") return script.text;
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the server answered ${response.status} for ${address}`);
  return response.text();
}

/** In a notebook the document has an element <base> for its frame, which no file needs. */
function ownSource(): string {
  const base = document.head.querySelector("base");
  base?.remove();
  const source = `<!doctype html>\n${document.documentElement.outerHTML}\n`;
  if (base !== null) document.head.append(base);
  return source;
}

/**
 * A document that is the element's own is its own source; in another page the source is a document
 * around the script.
 */
async function pageSource(): Promise<string> {
  if (pageElement !== null) return ownSource();
  const title = document.title.replace(/[<&]/g, "");
  return `<!doctype html>
<html lang="${START.lang ?? "en"}" data-own-page>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title}</title></head>
<body style="margin: 0"><attention-scale></attention-scale><script>${inlineScript(await ownCode())}</script></body>
</html>
`;
}

provideEdition({
  ...engines,
  language: async () => ({
    languageModule: engines.languageModule,
    folder: modelFolder(),
    createModelWorker: () => createWorker(MODEL_WORKER),
  }),
  createWorker,
  pageBeside,
  pageSource,
});

const pageElement = ownElement();

AttentionScale.stillPictures = stillPictures;
if (pageElement === null) showGuest();
else showOwnPage(pageElement);
