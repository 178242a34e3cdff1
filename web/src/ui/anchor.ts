/** Links to sections that keep the state: the fragment holds both. */
import { html, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import type { Page } from "../page/page.js";
import { type Anchor, writeFragment } from "../state/state.js";
import { typeset } from "./rich.js";

/** The address of a section with the state, which follows when the reader pauses. */
const hrefOf = ({ answers: { linked } }: Page, at: Anchor) =>
  guard([linked], () => `#${writeFragment({ ...linked, at })}`);

function go(page: Page, at: Anchor): (event: Event) => void {
  return (event) => {
    event.preventDefault();
    page.set({ at });
  };
}

/** The address and the click listener of a link to a section. */
export const sectionTarget = (page: Page, at: Anchor) => ({
  href: hrefOf(page, at),
  go: go(page, at),
});

export const sectionLink = (page: Page, at: Anchor, label: string): TemplateResult =>
  html`<a href=${hrefOf(page, at)} @click=${go(page, at)}>${typeset(label)}</a>`;

/** The id of a section. Controls have the names of the state's keys as ids. */
export const anchorId = (at: Anchor): string => `at-${at}`;

/** A heading that can be linked to. */
export const sectionHeading = (page: Page, at: Anchor, heading: string): TemplateResult =>
  html`<h2 id=${anchorId(at)}>
    ${typeset(heading)}<a class="anchor" href=${hrefOf(page, at)} aria-label="# ${heading}" @click=${go(page, at)}>#</a>
  </h2>`;
