/** The edition of the embed and of the single file: the binaries are inside the script, which also makes the worker and the page in one file. */
import * as engines from "../engine/inside.js";
import type { Edition } from "../experiments/edition.js";
import { type LanguageSource, MODEL_WORKER } from "../language/source.js";
import { isOwnPage } from "../state/address.js";
import { START } from "../state/state.js";
import { trusted } from "../trusted.js";
import { inlineScript } from "./inline-script.js";

/** Read while the script runs: it is null afterwards, and always null where a bundler made a module of the script. */
const script = document.currentScript instanceof HTMLScriptElement ? document.currentScript : null;

/**
 * Whether the script is a file that a worker of this page may be started from: the embed itself, not a bundle that contains
 * it, at the page's own origin.
 */
function isWorkerFile(address: string): boolean {
  if (!/^https?:/.test(address)) return false;
  const { origin, pathname } = new URL(address);
  return origin === location.origin && /\bembed\b[^/]*\.js$/.test(pathname);
}

/**
 * Starts the worker from the embed's own file where possible. A Blob works everywhere else, but a host with a strict
 * Content-Security-Policy refuses it and reports the refusal in the console.
 */
function createWorker(name = "attention-scale"): Worker {
  const address = script?.src ?? "";
  if (isWorkerFile(address)) return new Worker(trusted(address), { name });
  const code = `URL.revokeObjectURL(location.href);(${attentionScaleWorker})()`;
  const blob = new Blob([code], { type: "text/javascript;charset=utf-8" });
  return new Worker(trusted(URL.createObjectURL(blob)), { name });
}

/** The folder of the model's data beside the script or the page, where that is the page's own origin. */
function modelFolder(): string | null {
  const address = script?.src || document.baseURI;
  if (!/^https?:/.test(address)) return null;
  const { origin, href } = new URL("model/", address);
  return origin === location.origin ? href : null;
}

const languageSource = (): LanguageSource => ({
  languageModule: engines.languageModule,
  createModelWorker: () => createWorker(MODEL_WORKER),
  folder: modelFolder(),
});

const pageBeside = (): string | null =>
  script === null || script.src === "" ? null : new URL("attention-scale.html", script.src).href;

async function ownCode(): Promise<string> {
  if (script === null) throw new Error("the script does not know its address");
  if (script.src === "") return script.text;
  const response = await fetch(script.src);
  if (!response.ok) throw new Error(`the server answered ${response.status} for ${script.src}`);
  return response.text();
}

/** A document that is the element's own is its own source; in another page the source is a document around the script. */
async function pageSource(): Promise<string> {
  if (isOwnPage()) return `<!doctype html>\n${document.documentElement.outerHTML}\n`;
  const title = document.title.replace(/[<&]/g, "");
  return `<!doctype html>
<html lang="${START.lang ?? "en"}" data-own-page>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title}</title></head>
<body style="margin: 0"><attention-scale></attention-scale><script>${inlineScript(await ownCode())}</script></body>
</html>
`;
}

export const EMBED: Edition = {
  ...engines,
  language: async () => languageSource(),
  ...{ createWorker, pageBeside, pageSource },
};
