/** The element in a document of others. What only such an element needs is imported here: the hosted script loads it there alone. */
import { defineElement } from "../page/element.js";

export function showGuest(): void {
  defineElement();
}
