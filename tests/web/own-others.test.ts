/**
 * What R, Octave, PyTorch and NumPy print is read, and a file of Hugging Face's: both are stored in
 * tests/fixtures/others. `npm run test:others` reads what is printed now.
 */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { named, openBytes } from "./own-files.js";
import { expectRead, printsIn } from "./printed-others.js";

describe.each([
  ["R 4.2", "R.txt", 11],
  ["Octave 7.3", "octave.txt", 13],
  ["PyTorch 1.13 and 2.6, NumPy 1.24 and 2.2", "python.txt", 21],
])("the print of %s", (_, file, count) => {
  const prints = printsIn(readFileSync(`tests/fixtures/others/${file}`, "utf8"));

  it("is stored", () => {
    expect(prints).toHaveLength(count);
  });

  it.each(prints)("is read: $name", async (print) => {
    await expectRead(print);
  });
});

it("a file of Hugging Face's safetensors 0.5.2 is read, every type", async () => {
  const folder = "tests/fixtures/others/";
  const said: Record<string, { shape: number[]; numbers: number[] }> = JSON.parse(
    readFileSync(`${folder}huggingface.json`, "utf8"),
  );
  const bytes = new Uint8Array(readFileSync(`${folder}huggingface.safetensors`));
  const { tensors, metadata } = await openBytes("a.safetensors", bytes);
  expect(metadata).toEqual({ format: "pt", model: "所" });
  expect(tensors.map(({ name }) => name).sort()).toEqual(Object.keys(said).sort());
  for (const [name, { shape, numbers }] of Object.entries(said)) {
    const tensor = named(tensors, name);
    expect(tensor.shape, name).toEqual(shape);
    expect(Array.from(await tensor.read()), name).toEqual(numbers);
  }
});
