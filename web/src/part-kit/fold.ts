/** What stands behind a label, which a link opens: `open=variance-rows,…`. On paper all is open. */
import { html } from "lit";
import type { Page } from "../page/page.js";
import type { Fold } from "../state/state.js";
import { typeset } from "../ui/rich.js";
import { ClosedFold, type OpenFold } from "./figure-alone.js";

/**
 * @param name in `folds` of a part's file in web/src/keys
 * @param whole whether all is open, for paper
 * @param content called only while the fold is open: studies that only it shows begin then
 */
export function foldOf(
  page: Page,
  name: Fold,
  label: string,
  whole: boolean,
  content: () => unknown,
): OpenFold | ClosedFold {
  const { figure, open } = page.state;
  // A figure alone may be one of these.
  if (figure !== "") return new ClosedFold(content);
  const isOpen = open.has(name) || whole;
  // The browser would open the element before the state says so, and the state is what links and
  // Back restore.
  const toggle = (event: Event) => {
    event.preventDefault();
    const otherFolds = [...open].filter((other) => other !== name);
    page.set({ open: new Set(open.has(name) ? otherFolds : [...otherFolds, name]) });
  };
  const foldContent = isOpen ? content() : undefined;
  const template = html`<details class="fold" data-fold=${name} ?open=${isOpen}>
    <summary @click=${toggle}>${typeset(label)}</summary>
    ${foldContent}
  </details>`;
  return Object.assign(template, { foldContent });
}
