/** The element in a document of others. What only such an element needs is imported here: the hosted script loads it there alone. */
import { AttentionScale, defineElement } from "../page/element.js";
import { guest } from "../page/guest.js";

export function showGuest(): void {
  AttentionScale.guest = guest;
  defineElement();
}
