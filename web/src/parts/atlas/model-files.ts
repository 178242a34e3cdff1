/** The files of the models, as the parts of a page share them: each is fetched when it is needed. */
import type { PartHost, Shared } from "../../part-kit/host.js";
import { sharedObject } from "../../part-kit/shared.js";
import type { en } from "../../text/en/atlas-models.js";
import { textsOf, wordsReady } from "../../text/words.js";
import { Work } from "../../work.js";
import { loadModels, loadSources, type Model, type Sources } from "./models.js";

/** The sentences about single models are words of a subject that no part has. */
const SENTENCES = "atlas-models";

/** What a table and a card tell of a model beside its facts. */
export interface ModelDetails {
  readonly sources: Sources;
  /** The sentence about a model, in the language of the page; "" where there is none. */
  sentenceOf(id: string): string;
}

class ModelFiles implements Shared {
  private readonly facts: Work<readonly Model[]>;
  private readonly further: Work<ModelDetails>;

  constructor({ page, changed }: PartHost) {
    this.facts = new Work(loadModels, { changed });
    this.further = new Work(
      async () => {
        const sentences = textsOf<typeof en>(SENTENCES);
        const [sources] = await Promise.all([loadSources(), wordsReady(page.language)]);
        const sentenceOf = (id: string) =>
          (sentences[page.language] as Readonly<Record<string, string>>)[id] ?? "";
        return { sources, sentenceOf };
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
