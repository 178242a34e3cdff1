/** Texts that a translator of the browser has taken over. */

/**
 * Shows the texts that have changed since. Google's and Microsoft's translators put each text node
 * into elements `font`, which the element has none of. Lit writes the next text to what then stands
 * in the place of its text node, as a property `data` that `font` does not have: that is shown in
 * its place, and the translator may translate it again.
 */
export function showUntranslated(root: ParentNode): void {
  for (const wrapper of root.querySelectorAll("font")) {
    const text: unknown = Object.getOwnPropertyDescriptor(wrapper, "data")?.value;
    if (text !== undefined) wrapper.replaceWith(String(text));
  }
}
