/** What only an element in a page of someone else needs. The first view of the page itself does without it. */
import { edition } from "../experiments/edition.js";
import type { PageElement } from "../page/page.js";
import { fragmentOf } from "../state/address.js";
import { inItsChapter } from "../state/chapters.js";
import { EMBED_START, forPage } from "../state/embedded.js";
import type { State } from "../state/state.js";
import { ATTRIBUTES, homeOf, readAttribute } from "./attributes.js";
import { HostProperties } from "./host-properties.js";
import { HostTheme } from "./host-theme.js";
import { ReservedHeight } from "./reserved-height.js";

/** The address of a state on the whole page: at `home`, else on the page beside the script, else where the element is. */
function addressOf(element: PageElement, state: State): string {
  const address = homeOf(element.getAttribute("home")) ?? edition.pageBeside() ?? location.href;
  const shown = inItsChapter({ ...forPage(state), figure: "" });
  return `${address.replace(/#.*$/, "")}#${fragmentOf(shown)}`;
}

export const guest = {
  start: EMBED_START,
  attributes: ATTRIBUTES,
  readAttribute,
  addressOf,
  hostTheme(element: PageElement) {
    new ReservedHeight(element);
    new HostProperties(element);
    return new HostTheme(element);
  },
};

export type Guest = typeof guest;
