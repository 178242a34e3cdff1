/** What other programs print, with what stands in it: tests/fixtures/prints.R, .m and .py. */
import { expect } from "vitest";
import { readPasted } from "../../web/src/own/pasted.js";
import { isText } from "../../web/src/own/tensor.js";

interface Print {
  readonly name: string;
  readonly shape: readonly number[];
  readonly scale: number;
  readonly text: string;
}

/** Each begins with a line `### name | shape | scale`. */
export const printsIn = (printed: string): readonly Print[] =>
  printed
    .split(/^### /m)
    .slice(1)
    .map((block) => {
      const [title = "", ...lines] = block.split("\n");
      const [name = "", shape = "", scale = ""] = title.split("|").map((part) => part.trim());
      const extents = shape.split(" ").map(Number);
      return { name, shape: extents, scale: Number(scale), text: lines.join("\n") };
    });

/** How far an entry may be off, as a share of the scale: prints have four decimals and more. */
function allowed(name: string): number {
  if (name.includes("bfloat16")) return 0.02;
  return name.includes("float16") || name.includes("halves") ? 0.003 : 1e-4;
}

/** Reads a print, in which every array must have the shape and the entries of its title. */
export async function expectRead({ name, shape, scale, text }: Print): Promise<void> {
  const tensors = readPasted(text);
  const several = /dict|a list|two/.test(name) && shape.length === 2 && !text.startsWith("[[");
  expect(tensors.map((tensor) => tensor.name)).toEqual(
    several ? ["q", "k"] : [expect.stringMatching(/^(pasted|q)$/)],
  );
  for (const tensor of tensors) {
    if (isText(tensor)) throw new Error(`${tensor.name} is text`);
    expect(tensor.shape).toEqual(shape);
    const numbers = await tensor.read();
    const off = Array.from(
      numbers,
      (value, index) => value / scale - (((37 * index) % 101) - 50) / 7,
    );
    expect(Math.max(...off.map(Math.abs))).toBeLessThan(allowed(name));
  }
}
