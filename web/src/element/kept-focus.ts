/** What a rendering does to the focus. */
import { Controller } from "../page/controller.js";

/**
 * Where a rendering takes away or disables what has the focus, the nearest group around it that is
 * left has it: else the keyboard would begin again at the top of the document.
 */
export class KeptFocus extends Controller {
  /** What has the focus before a rendering, and the groups around it, the nearest first. */
  private around: readonly Element[] = [];

  private get focused(): Element | null {
    return this.host.shadowRoot?.activeElement ?? null;
  }

  hostUpdate(): void {
    const around: Element[] = [];
    for (let element = this.focused; element !== null; element = element.parentElement) {
      around.push(element);
    }
    this.around = around;
  }

  hostUpdated(): void {
    const [before, ...groups] = this.around;
    if (before === undefined || (before.isConnected && !before.matches(":disabled"))) return;
    const { activeElement, body } = this.host.ownerDocument;
    // Whoever has taken the focus since then keeps it.
    if (this.focused !== before && activeElement !== body) return;
    const group = groups.find(({ isConnected }) => isConnected) as HTMLElement | undefined;
    if (group === undefined) return;
    if (!group.hasAttribute("tabindex")) {
      group.tabIndex = -1;
      // Without this, a click anywhere in the group would focus it.
      group.addEventListener("blur", () => group.removeAttribute("tabindex"), { once: true });
    }
    group.focus({ preventScroll: true });
  }
}
