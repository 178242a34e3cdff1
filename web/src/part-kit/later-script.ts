/**
 * A script of a part that comes when what it shows is asked for, with its words: a chapter's first
 * visit does not wait for what stands behind a label.
 */
import { wordsReady } from "../text/words.js";
import { Work } from "../work.js";
import type { PartHost, Shared } from "./host.js";
import type { PartProgress } from "./part-progress.js";
import { empty, type Room } from "./pieces.js";
import { sharedObject } from "./shared.js";

/** What shows the script's content, as the view of a part. */
interface Showing {
  readonly progress: PartProgress;
}

class LaterScript<Script> implements Shared {
  private readonly script: Work<Script>;

  constructor({ page, changed }: PartHost, load: () => Promise<Script>) {
    this.script = new Work(
      async () => {
        const script = await load();
        // The script has named its words.
        await wordsReady(page.language);
        return script;
      },
      { changed },
    );
  }

  /** null until it has come. */
  get value(): Script | null {
    this.script.start();
    return this.script.value;
  }

  /** The same once it has come. @throws where it does not */
  ready(): Promise<Script> {
    return this.script.ready();
  }

  /** What it shows; until it has come the room for that, or why it does not come. */
  shown(view: Showing, room: Room, show: (script: Script) => unknown): unknown {
    const { value } = this;
    if (value !== null) return show(value);
    const { problem } = this.script;
    return problem === null ? empty(room) : view.progress.withoutEngine(problem);
  }

  get answered(): boolean {
    return !this.script.starting;
  }

  retry(): void {
    this.script.retry();
  }
}

/** The script, one for each page. */
export const laterScript = <Script>(load: () => Promise<Script>) =>
  sharedObject((host) => new LaterScript(host, load));
