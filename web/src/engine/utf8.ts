/**
 * Text as UTF-8 and back. By the language alone: test environments such as Jest's jsdom have
 * neither TextEncoder nor TextDecoder. Percent-encoding is UTF-8.
 */

const LONE_SURROGATE = /\p{Surrogate}/gu;

/** The bytes of a text. Half of a surrogate pair becomes U+FFFD, as TextEncoder has it. */
export function utf8Of(text: string): Uint8Array {
  const encoded = encodeURIComponent(text.replace(LONE_SURROGATE, "\uFFFD"));
  const bytes = encoded.match(/%..|./g) ?? [];
  return Uint8Array.from(bytes, (byte) =>
    byte.length === 1 ? byte.charCodeAt(0) : Number.parseInt(byte.slice(1), 16),
  );
}

/** The text of bytes, which must be UTF-8. */
export function textOf(bytes: Uint8Array): string {
  const encoded = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, "0")}`);
  return decodeURIComponent(encoded.join(""));
}
