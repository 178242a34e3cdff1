/** Links to sections and chapters that keep the state: the fragment holds both. */
import { html, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { modified } from "../modified.js";
import { fragmentOf, isPlain } from "../state/address.js";
import { changed, chapterOf } from "../state/chapters.js";
import type { Anchor, State } from "../state/state.js";
import { unmarked } from "../text/typeset.js";
import { typeset } from "../ui/rich.js";
import type { Page } from "./page.js";

/**
 * A link to the state with a change. On the hosted site another chapter is another document, which
 * the browser opens.
 */
export function stateTarget(page: Page, change: Partial<State>) {
  const { linked } = page.answers;
  const next = (state: State) => {
    const there = changed({ ...state, at: null }, change, page.firstSentence);
    // Another document asks by itself only where its link says nothing else.
    const goesOn = page.asks && state.asked === null && !isPlain(fragmentOf(there));
    return goesOn ? { ...there, asked: "on" as const } : there;
  };
  return {
    /** The address with the state, which follows when the reader pauses. */
    href: guard([linked, change.at, change.view, page.hosted, page.asks], () =>
      page.addressOf(next(linked)),
    ),
    go: (event: MouseEvent) => {
      if (modified(event)) return;
      if (page.hosted && chapterOf(next(page.state).view) !== chapterOf(page.state.view)) return;
      event.preventDefault();
      page.set(change);
    },
  };
}

/** The address and the click listener of a link to a section. */
export const sectionTarget = (page: Page, anchor: Anchor) => stateTarget(page, { at: anchor });

export function sectionLink(page: Page, anchor: Anchor, label: string): TemplateResult {
  const { href, go } = sectionTarget(page, anchor);
  return html`<a href=${href} @click=${go}>${typeset(label)}</a>`;
}

/** The id of a section. Controls have the names of the state's keys as ids. */
export const anchorId = (anchor: Anchor): string => `at-${anchor}`;

/** A heading that can be linked to. */
export function sectionHeading(page: Page, anchor: Anchor, heading: string): TemplateResult {
  const { href, go } = sectionTarget(page, anchor);
  return html`<h2 id=${anchorId(anchor)}>
    ${typeset(heading)}<a class="anchor" href=${href} aria-label="# ${unmarked(heading)}" @click=${go}>#</a>
  </h2>`;
}
