/** Printing from the Download menu: after everything is loaded and computed that was never in sight, or has failed. */
import { Controller } from "./controller.js";
import type { Download } from "./download.js";
import type { LaterParts } from "./later-parts.js";
import type { Page, PageElement } from "./page.js";
import type { Tables } from "./tables.js";

export class Printing extends Controller {
  constructor(
    host: PageElement,
    private readonly parts: LaterParts,
    private readonly tables: Tables,
    private readonly download: Download,
  ) {
    super(host);
  }

  get preparing(): Page["preparing"] {
    return this.download.toPrint ? this.parts.studied : null;
  }

  hostUpdated(): void {
    const { host, parts, download } = this;
    const { failure, problem, pending } = host.attention;
    parts.seeEverything(download.toPrint);
    if (!download.toPrint) return;
    const { ended, all } = parts.studied;
    const answered = this.tables.complete || failure !== null || (problem !== null && !pending);
    if (!parts.loaded || ended < all || !answered) return;
    download.close();
    // After the update that closes the menu. Experiments that have ended stay as they are.
    host.updateComplete.then(() => globalThis.print());
  }
}
