/** What stands behind a label, which a link opens: `open=variance-rows,…`. On paper all is open. */
import { html } from "lit";
import type { Page } from "../page/page.js";
import type { Fold, LaterPart } from "../state/state.js";
import { typeset } from "../ui/rich.js";
import { ClosedFold, type OpenFold } from "./figure-alone.js";

/** What a fold holds that a link may lead to without its name: a part, and folds within it. */
export interface Held {
  readonly part: LaterPart;
  readonly folds: readonly Fold[];
}

/**
 * @param name in `folds` of a part's file in web/src/keys
 * @param whole whether all is open, for paper
 * @param content called only while the fold is open: studies that only it shows begin then
 * @param held what a link to opens it too
 */
export function foldOf(
  page: Page,
  name: Fold,
  label: string,
  whole: boolean,
  content: () => unknown,
  held?: Held,
): OpenFold | ClosedFold {
  const { figure, open, at } = page.state;
  // A figure alone may be one of these.
  if (figure !== "") return new ClosedFold(content);
  const names = [name, ...(held?.folds ?? [])];
  const isReached = held !== undefined && held.part === at;
  const isOpened = isReached || names.some((each) => open.has(each));
  const isOpen = isOpened || whole;
  // The browser would open the element before the state says so, and the state is what links and
  // Back restore.
  const toggle = (event: Event) => {
    event.preventDefault();
    const otherFolds = [...open].filter((other) => !names.includes(other));
    if (!isOpened) page.set({ open: new Set([...otherFolds, name]) });
    // The link that has led to the part would open it again.
    else page.set({ open: new Set(otherFolds), ...(isReached && { at: null }) });
  };
  const foldContent = isOpen ? content() : undefined;
  const template = html`<details class="fold" data-fold=${name} ?open=${isOpen}>
    <summary @click=${toggle}>${typeset(label)}</summary>
    ${foldContent}
  </details>`;
  return Object.assign(template, { foldContent });
}
