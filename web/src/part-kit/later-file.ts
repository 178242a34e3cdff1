/**
 * A file of a part, a script or data, that comes when what it shows is asked for, with the words
 * that a script names: a chapter's first visit does not wait for what stands behind a label.
 */
import { wordsReady } from "../text/words.js";
import { Work } from "../work.js";
import type { PartHost, Shared } from "./host.js";
import type { PartProgress } from "./part-progress.js";
import { empty, type Room } from "./pieces.js";
import { sharedObject } from "./shared.js";

/** What shows the file's content, as the view of a part. */
interface Showing {
  readonly progress: PartProgress;
}

class LaterFile<Content> implements Shared {
  private readonly content: Work<Content>;

  constructor({ page, changed }: PartHost, load: () => Promise<Content>) {
    this.content = new Work(
      async () => {
        const content = await load();
        // A script has named its words.
        await wordsReady(page.language);
        return content;
      },
      { changed },
    );
  }

  /** null until it has come. */
  get value(): Content | null {
    this.content.start();
    return this.content.value;
  }

  /** The same once it has come. @throws where it does not */
  ready(): Promise<Content> {
    return this.content.ready();
  }

  /** What it shows; until it has come the room for that, or why it does not come. */
  shown(view: Showing, room: Room, show: (content: Content) => unknown): unknown {
    const { value } = this;
    if (value !== null) return show(value);
    const { problem } = this.content;
    return problem === null ? empty(room) : view.progress.withoutEngine(problem);
  }

  get answered(): boolean {
    return !this.content.starting;
  }

  retry(): void {
    this.content.retry();
  }
}

/** The file, once for each page. */
export const laterFile = <Content>(load: () => Promise<Content>) =>
  sharedObject((host) => new LaterFile(host, load));
