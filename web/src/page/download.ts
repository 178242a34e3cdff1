/** The Download menu, whose script is loaded when it first opens, and the figures that the sections offer in it. */
import { html, nothing, type TemplateResult } from "lit";
import type * as Export from "../export/index.js";
import type { Offered } from "../export/offered.js";
import type { State } from "../state/state.js";
import { Controller } from "./controller.js";
import type { LaterScript } from "./later-script.js";
import { failureNotice } from "./notices.js";
import type { PageElement } from "./page.js";

export class Download extends Controller {
  /** The reader has chosen to print: until the menu closes. */
  toPrint = false;
  private readonly offers = new Map<string, Offered>();
  private view: State["view"] = "page";
  private menu: Export.TakeAway | null = null;
  /** The figure that the menu is open for: "" for the whole page, null while it is closed. */
  private taken: string | null = null;

  constructor(
    host: PageElement,
    private readonly script: LaterScript<typeof Export>,
  ) {
    super(host);
  }

  hostUpdate(): void {
    const { view } = this.host.state;
    // The menu offers the figures of the view that is on screen.
    if (view !== this.view) this.offers.clear();
    this.view = view;
  }

  hostDisconnected(): void {
    this.close();
  }

  offer(figure: Offered): void {
    this.offers.set(figure.id, figure);
  }

  open(id: string | null): void {
    this.taken = id ?? "";
    this.script.load();
    this.host.requestUpdate();
  }

  print(): void {
    this.toPrint = true;
    this.host.requestUpdate();
  }

  close(): void {
    this.taken = null;
    this.toPrint = false;
    this.menu?.end();
    this.host.requestUpdate();
  }

  /** Another view is to be shown than the one whose figures the menu offers. */
  leave(view: State["view"]): void {
    if (this.taken !== null && view !== this.host.state.view) this.close();
  }

  render(): TemplateResult | typeof nothing {
    const { host, taken } = this;
    const { content, problem } = this.script;
    if (taken === null) return nothing;
    if (problem !== null) {
      const notice = failureNotice(host, [host.text.take.failed(problem)], () => this.close());
      return html`<div class="in-sight">${notice}</div>`;
    }
    if (content === null) return nothing;
    const changed = () => host.requestUpdate();
    this.menu ??= new content.TakeAway(host, changed, () => this.close());
    return this.menu.render([...this.offers.values()], taken, (id) => this.open(id));
  }
}
