import fc from "fast-check";
import { expect, test } from "vitest";
import { textOf, utf8Of } from "../../web/src/engine/utf8.js";

test("text becomes the bytes of TextEncoder, and bytes the text of TextDecoder", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const bytes = new TextEncoder().encode(text);
      expect(utf8Of(text)).toEqual(bytes);
      expect(textOf(bytes)).toBe(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
    }),
  );
  expect(utf8Of("a\uD800b")).toEqual(new TextEncoder().encode("a\uD800b"));
});
