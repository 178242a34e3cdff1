/** The files of the models, as the parts of a page share them: each is fetched when it is needed. */
import type { PartHost, Shared } from "../../part-kit/host.js";
import { laterScript } from "../../part-kit/later-script.js";
import { sharedObject } from "../../part-kit/shared.js";
import { Work } from "../../work.js";
import { loadModels, loadSources, type Model } from "./models.js";

class ModelFiles implements Shared {
  private readonly facts: Work<readonly Model[]>;

  constructor({ changed }: PartHost) {
    this.facts = new Work(loadModels, { changed });
  }

  /** null until they have come. */
  get models(): readonly Model[] | null {
    this.facts.start();
    return this.facts.value;
  }

  /** Why the file did not come. */
  get problem(): string | null {
    return this.facts.problem;
  }

  get answered(): boolean {
    return !this.facts.starting;
  }

  retry(): void {
    this.facts.retry();
  }
}

/** The facts of the page of a part. */
export const modelFiles = sharedObject((host) => new ModelFiles(host));

/** What makes tables and cards, and the sources that they name. */
export const modelDetails = laterScript(async () => {
  const [script, sources] = await Promise.all([import("./details.js"), loadSources()]);
  return { ...script, sources };
});
