/** What only an element in a page of someone else needs. The first view of the page itself does without it. */
import { EMBED_START, forPage } from "../state/embedded.js";
import { ATTRIBUTES, readAttribute } from "./attributes.js";
import { HostLook } from "./host-look.js";
import type { PageElement } from "./page.js";

export const guest = {
  start: EMBED_START,
  forPage,
  attributes: ATTRIBUTES,
  readAttribute,
  look: (element: PageElement) => new HostLook(element),
};

export type Guest = typeof guest;
