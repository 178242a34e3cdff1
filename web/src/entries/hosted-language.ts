/** The trained model of the hosted page: binary, worker and data are files beside it. */
import { languageModule } from "../engine/later-beside.js";
import address from "../language/language-worker.ts?worker&url";
import type { LanguageSource } from "../language/source.js";

export const languageSource = (
  createWorker: (address: string) => Promise<Worker>,
): LanguageSource => ({
  languageModule,
  createModelWorker: () => createWorker(address),
  folder: new URL(/* @vite-ignore */ "../model/", import.meta.url).href,
});
