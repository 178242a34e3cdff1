/** A token with signs for what cannot be seen; bytes that are no text stay numbers. */
export function visibleToken(text: string): string {
  if (text === "") return "∅";
  if (/^⟨.+⟩$/.test(text)) return text;
  return text.replaceAll(" ", "␣").replaceAll("\n", "↵").replaceAll("\t", "⇥");
}
