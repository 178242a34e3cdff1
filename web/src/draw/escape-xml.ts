const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/**
 * Escapes a text for XML 1.0. Characters that XML cannot contain, even as references, become
 * U+FFFD.
 */
export const escapeXml = (text: string) =>
  text.replace(
    /[&<>"\p{Cs}]|[^\t\n\r -\uFFFD\u{10000}-\u{10FFFF}]/gu,
    (character) => ESCAPES[character] ?? "\uFFFD",
  );
