/** A script with its style sheet and the words that it names, loaded when it is first needed, and once more after a failure. */
import { reasonOf } from "../engine/reason.js";
import { failureNotice } from "../page/notices.js";
import type { PageElement } from "../page/page.js";
import { wordsReady } from "../text/words.js";
import { addStyles } from "./styles.js";

export class LaterScript<T extends { readonly css: string }> {
  content: T | null = null;
  loading = false;
  /** Why the script did not load. */
  problem: string | null = null;

  constructor(
    private readonly host: PageElement,
    private readonly fetched: () => Promise<T>,
  ) {}

  /** Until it has failed: then `retry` does. */
  async load(): Promise<void> {
    if (this.loading || this.content !== null || this.problem !== null) return;
    this.loading = true;
    try {
      const content = await this.fetched();
      await wordsReady(this.host.language);
      this.content = content;
      addStyles(this.host.renderRoot, content.css);
    } catch (error) {
      this.problem = reasonOf(error);
    }
    this.loading = false;
    this.host.requestUpdate();
  }

  retry(): void {
    if (this.problem === null) return;
    this.problem = null;
    this.load();
  }

  /** A notice where the script did not load. */
  get failure() {
    const { host, problem } = this;
    return problem === null ? null : failureNotice(host, [host.text.problems.compute(problem)]);
  }
}
