/** A token with signs for what cannot be seen; bytes that are no text stay numbers. */
export const visible = (text: string): string =>
  text === ""
    ? "∅"
    : /^⟨.+⟩$/.test(text)
      ? text
      : text.replaceAll(" ", "␣").replaceAll("\n", "↵").replaceAll("\t", "⇥");
