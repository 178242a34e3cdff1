/** What stands behind a label, which a link opens: `open=variance-rows,…`. On paper all is open. */
import { html } from "lit";
import type { Fold } from "../state/state.js";
import { typeset } from "../ui/rich.js";
import { ClosedFold, type OpenFold } from "./figure-alone.js";
import type { PartHost } from "./host.js";

/**
 * @param name in `folds` of a part's file in web/src/keys
 * @param whole whether all is open, for paper
 * @param content called only while the fold is open: studies that only it shows begin then
 * @param within the folds that it holds
 */
export function foldOf(
  host: PartHost,
  name: Fold,
  label: string,
  whole: boolean,
  content: () => unknown,
  within: readonly Fold[] = [],
): OpenFold | ClosedFold {
  // A figure alone may be one of these.
  if (host.page.state.figure !== "") return new ClosedFold(content);
  const isOpened = host.openFolds.has(name);
  const isOpen = isOpened || whole;
  // The browser would open the element before the state says so, and the state is what links and
  // Back restore.
  const toggle = (event: Event) => {
    event.preventDefault();
    const otherFolds = [...host.openFolds].filter(
      (other) => other !== name && !within.includes(other),
    );
    host.page.set({ open: new Set(isOpened ? otherFolds : [...otherFolds, name]) });
  };
  const foldContent = isOpen ? content() : undefined;
  const template = html`<details class="fold" data-fold=${name} ?open=${isOpen}>
    <summary @click=${toggle}>${typeset(label)}</summary>
    ${foldContent}
  </details>`;
  return Object.assign(template, { foldContent });
}
