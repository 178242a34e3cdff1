// @ts-check
/** Bytes one after the other. @param {readonly (Uint8Array | readonly number[])[]} parts */
export function joinedBytes(parts) {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of parts) {
    all.set(part, end);
    end += part.length;
  }
  return all;
}
