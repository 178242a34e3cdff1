/**
 * Opens the Download menu, which is web/src/export/dialog.ts, and knows the figures that it offers.
 */
import { html, nothing, type TemplateResult } from "lit";
import type * as Export from "../export/index.js";
import { memo } from "../memo.js";
import { Controller } from "../page/controller.js";
import type { Offered } from "../page/inputs.js";
import { failureNotice } from "../page/notices.js";
import type { Page, PageElement } from "../page/page.js";
import type { View } from "../state/state.js";
import { say } from "../text/rich.js";
import type { LaterContent } from "./later-content.js";
import type { LaterScript } from "./later-script.js";

/**
 * The Download menu, whose script is loaded when it first opens, and the figures that the sections
 * offer in it. Printing from it waits until everything is loaded and computed that was never in
 * sight, or has failed.
 */
export class Download extends Controller {
  /** The reader has chosen to print: until the menu closes. */
  private toPrint = false;
  /** The figures of the view that is on screen. */
  private readonly offers = memo((_: View) => new Map<string, Offered>());
  private menu: Export.ExportMenu | null = null;
  /** The figure that the menu is open for: "" for the whole page, null while it is closed. */
  private chosenFigure: string | null = null;

  constructor(
    host: PageElement,
    private readonly laterContent: LaterContent,
    private readonly script: LaterScript<typeof Export>,
  ) {
    super(host);
  }

  hostUpdated(): void {
    const { host, laterContent, toPrint } = this;
    const { failure, problem, pending } = host.attention;
    if (this.chosenFigure !== null) this.menu?.follow(this.chosenFigure);
    laterContent.seeEverything(toPrint);
    if (!toPrint) return;
    const { ended, all } = laterContent.studied;
    const answered = host.tables.complete || failure !== null || (problem !== null && !pending);
    if (!laterContent.loaded || ended < all || !answered) return;
    this.close();
    // Prints after the update that closes the menu. Experiments that have ended stay as they are.
    host.updateComplete.then(() => globalThis.print());
  }

  hostDisconnected(): void {
    this.close();
  }

  get preparing(): Page["download"]["preparing"] {
    return this.toPrint ? this.laterContent.studied : null;
  }

  offer(figure: Offered): void {
    this.offers(this.host.state.view).set(figure.id, figure);
  }

  get figures(): readonly Offered[] {
    return [...this.offers(this.host.state.view).values()];
  }

  open(id: string | null): void {
    this.chosenFigure = id ?? "";
    this.script.retry();
    this.host.requestUpdate();
  }

  print(): void {
    this.toPrint = true;
    this.host.requestUpdate();
  }

  close(): void {
    this.chosenFigure = null;
    this.toPrint = false;
    this.menu?.end();
    this.host.requestUpdate();
  }

  /** Another view is to be shown than the one whose figures the menu offers. */
  leave(view: View): void {
    if (this.chosenFigure !== null && view !== this.host.state.view) this.close();
  }

  render(): TemplateResult | typeof nothing {
    const { host, chosenFigure } = this;
    if (chosenFigure === null) return nothing;
    this.script.start();
    const { value: content, problem } = this.script;
    if (problem !== null) {
      const notice = failureNotice(host, [say(host.text.export.failed, { reason: problem })], () =>
        this.close(),
      );
      return html`<div class="in-sight">${notice}</div>`;
    }
    if (content === null) return nothing;
    this.menu ??= new content.ExportMenu(host);
    return this.menu.render(chosenFigure);
  }
}
