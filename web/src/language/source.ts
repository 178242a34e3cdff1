/** What an edition of the page gives for the trained model. */

/** The name of the model's worker where one script is both workers. */
export const MODEL_WORKER = "attention-scale-model";

export interface LanguageSource {
  languageModule(): Promise<WebAssembly.Module>;
  createModelWorker(): Worker | Promise<Worker>;
  /** The address of the folder with the model's data; null: none that this page may read. */
  readonly folder: string | null;
}
