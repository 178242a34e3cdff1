/** A script with its style sheet, loaded when it is first needed, and once more after a failure. */
import type { LitElement } from "lit";
import { reasonOf } from "../engine/reason.js";
import { addStyles } from "./styles.js";

export class LaterScript<T extends { readonly css: string }> {
  content: T | null = null;
  loading = false;
  /** Why the script did not load. */
  problem: string | null = null;

  constructor(
    private readonly host: LitElement,
    private readonly fetched: () => Promise<T>,
  ) {}

  async load(): Promise<void> {
    if (this.loading || this.content !== null) return;
    this.loading = true;
    this.problem = null;
    try {
      this.content = await this.fetched();
      addStyles(this.host.renderRoot, this.content.css);
    } catch (error) {
      this.problem = reasonOf(error);
    }
    this.loading = false;
    this.host.requestUpdate();
  }

  retry(): void {
    if (this.problem !== null) this.load();
  }
}
