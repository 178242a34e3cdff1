/**
 * The answers that the tables show. Tables of thousands of cells are filled one an update: together
 * they would block the page.
 */
import type { SentenceAttention } from "../attention/sentence-attention.js";
import { finishPainting } from "../draw/scene-figure.js";
import { Controller } from "./controller.js";
import { FIGURES, type FigureName, isPair } from "./page.js";

/** The number of cells from which on a table waits for its turn. */
export const LARGE = 1000;

/** Milliseconds in which a browser paints an update. */
export const FRAME = 16;

export class Tables extends Controller {
  private readonly shown = new Map<FigureName, SentenceAttention>();
  private ready = false;
  /** Whether what others show answers the last request too. */
  laterComplete = () => true;

  of(name: FigureName): SentenceAttention | null {
    return this.shown.get(name) ?? null;
  }

  /** The tables that do not show the settled answer yet. */
  private get behind(): FigureName[] {
    const { settled } = this.host.attention;
    return settled === null ? [] : FIGURES.filter((name) => this.shown.get(name) !== settled);
  }

  /** True where figures and tables answer the last request. */
  get complete(): boolean {
    return this.host.attention.complete && this.behind.length === 0 && this.laterComplete();
  }

  hostUpdate(): void {
    const { settled, settling } = this.host.attention;
    if (settled === null) return;
    const large = settled.queryWords.length * settled.keyWords.length >= LARGE;
    const all = !large || this.host.surroundings.printing || this.shown.size === 0;
    // While the state changes, large tables wait.
    if (!all && settling) return;
    const { behind } = this;
    const pair = behind.findIndex(isPair);
    for (const name of all || pair < 0 ? behind : behind.slice(pair, pair + 1)) {
      this.shown.set(name, settled);
    }
  }

  hostUpdated(): void {
    const { host, complete } = this;
    // "Ready" promises the newest answer in every figure. Afterwards figures follow the pointer in
    // turns.
    if (complete && !this.ready) finishPainting();
    this.ready = complete;
    // A framework that has rendered the page of others on its server complains about attributes
    // that are not its own.
    const carrier = host.ownPage ? host : host.renderRoot.firstElementChild;
    if (complete) carrier?.setAttribute("data-ready", "true");
    else carrier?.removeAttribute("data-ready");
    if (!complete && !host.attention.settling && this.behind.length > 0) {
      setTimeout(() => host.requestUpdate(), FRAME);
    }
  }
}
