/** Prepares the element for a page of someone else. */
import { AttentionScale } from "../page/element.js";
import { guest } from "../page/guest.js";

/** Is called before the element is defined, which then observes its attributes. */
export function prepareGuest(): void {
  AttentionScale.guest = guest;
}
