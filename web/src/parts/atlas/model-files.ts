/** The files of the models, as the parts of a page share them: each is fetched when it is needed. */
import type { PartHost, Shared } from "../../part-kit/host.js";
import { sharedObject } from "../../part-kit/shared.js";
import { wordsReady } from "../../text/words.js";
import { Work } from "../../work.js";
import { loadModels, loadSources, type Model, type Sources } from "./models.js";

/** What makes tables and cards, and the sources that they name. */
export type ModelDetails = typeof import("./details.js") & { readonly sources: Sources };

class ModelFiles implements Shared {
  private readonly facts: Work<readonly Model[]>;
  private readonly further: Work<ModelDetails>;

  constructor({ page, changed }: PartHost) {
    this.facts = new Work(loadModels, { changed });
    this.further = new Work(
      async () => {
        const [script, sources] = await Promise.all([import("./details.js"), loadSources()]);
        // The script has named its words.
        await wordsReady(page.language);
        return { ...script, sources };
      },
      { changed },
    );
  }

  /** null until they have come. */
  get models(): readonly Model[] | null {
    this.facts.start();
    return this.facts.value;
  }

  /** null until they have come. */
  get details(): ModelDetails | null {
    this.further.start();
    return this.further.value;
  }

  /** The same once they have come. @throws where they do not */
  detailsReady(): Promise<ModelDetails> {
    return this.further.ready();
  }

  /** Why a file did not come. */
  get problem(): string | null {
    return this.facts.problem ?? this.further.problem;
  }

  get answered(): boolean {
    return !this.facts.starting && !this.further.starting;
  }

  retry(): void {
    this.facts.retry();
    this.further.retry();
  }
}

/** The files of the page of a part. */
export const modelFiles = sharedObject((host) => new ModelFiles(host));
