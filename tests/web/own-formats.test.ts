/** Files that NumPy writes, and files by hand after the formats' own documents, are read. */
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { zipSync } from "fflate";
import { describe, expect, it, test } from "vitest";
import { openFile } from "../../web/src/own/open-file.js";
import { bufferSource, fileSource, type Source } from "../../web/src/own/source.js";
import { entriesOf, isText, readAt } from "../../web/src/own/tensor.js";
import {
  decode,
  joined,
  littleEndian,
  named,
  npyBytes,
  openBytes,
  problemOf,
  safetensorsBytes,
  textBytes,
} from "./own-files.js";
import { python } from "./python.js";

const folder = mkdtempSync(join(tmpdir(), "own-formats-"));
const file = (name: string) => new Uint8Array(readFileSync(join(folder, name)));

/** NumPy writes files of every type, order and version, and says what it reads from them. */
interface Written {
  readonly file: string;
  readonly shape: readonly number[];
  readonly numbers: readonly number[];
}
const written: readonly Written[] = JSON.parse(
  python(`
import json, numpy as np
from numpy.lib import format
folder = ${JSON.stringify(folder)}
draws = np.random.RandomState(44)
said = []
def say(name, array):
    said.append({"file": name, "shape": list(array.shape), "numbers": array.astype(np.float64).ravel().tolist()})
for kind in ("f2", "f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "b1"):
    for order in "<>":
        for fortran in (False, True):
            array = np.asarray(draws.uniform(0 if kind[0] in "ub" else -90, 90, size=(2, 3, 5))).astype(kind)
            array = np.require(array.astype(np.dtype(kind).newbyteorder(order)), requirements="F" if fortran else "C")
            name = f"{kind}{'little' if order == '<' else 'big'}{'F' if fortran else 'C'}.npy"
            np.save(f"{folder}/{name}", array, allow_pickle=False)
            say(name, array)
for version in ((1, 0), (2, 0), (3, 0)):
    array = draws.normal(size=(4, 3)).astype(np.float32)
    name = f"version{version[0]}.npy"
    with open(f"{folder}/{name}", "wb") as stream:
        format.write_array(stream, array, version=version)
    say(name, array)
for shape in ((), (7,), (0, 3), (1, 1, 1, 1, 2)):
    array = draws.normal(size=shape)
    name = f"rank{len(shape)}.npy"
    np.save(f"{folder}/{name}", array)
    say(name, np.asarray(array))
large = draws.normal(size=(70, 50, 301)).astype(np.float16)
np.save(f"{folder}/large.npy", np.asfortranarray(large))
say("large.npy", large)
arrays = {"q": draws.normal(size=(2, 5, 4)).astype(np.float16), "k": draws.normal(size=(2, 5, 4)),
          "tokens": np.array(["I", "am", "good", "很", "好"]), "ids": np.arange(5)}
np.savez(f"{folder}/stored.npz", **arrays)
np.savez_compressed(f"{folder}/deflated.npz", **arrays)
for archive in ("stored.npz", "deflated.npz"):
    for name in ("q", "k", "ids"):
        said.append({"file": f"{archive} {name}", "shape": list(arrays[name].shape), "numbers": arrays[name].astype(np.float64).ravel().tolist()})
print(json.dumps(said))
`),
);

describe("a file of NumPy's", () => {
  it.each(written.filter((each) => each.file.endsWith(".npy")))("is read: $file", async (each) => {
    const { tensors } = await openBytes(each.file, file(each.file));
    const tensor = named(tensors, each.file.replace(".npy", ""));
    expect(tensor.shape).toEqual(each.shape);
    const numbers = await tensor.read();
    expect(numbers).toHaveLength(each.numbers.length);
    expect(numbers.every((value, index) => value === each.numbers[index])).toBe(true);
  });

  it.each(written.filter((each) => each.file.includes(".npz ")))(
    "is read from an archive: $file",
    async (each) => {
      const [archive = "", name = ""] = each.file.split(" ");
      const { tensors } = await openBytes(archive, file(archive));
      const tensor = named(tensors, name);
      expect(tensor.shape).toEqual(each.shape);
      expect(Array.from(await tensor.read())).toEqual(each.numbers);
    },
  );

  it.each(["stored.npz", "deflated.npz"])("has its tokens as texts: %s", async (archive) => {
    const { tensors } = await openBytes(archive, file(archive));
    const tokens = tensors.find(({ name }) => name === "tokens");
    if (!tokens || !isText(tokens)) throw new Error("no texts");
    expect(await tokens.readTexts()).toEqual(["I", "am", "good", "很", "好"]);
  });

  test("gives any range of its entries, in either order of its indices", async () => {
    const names = ["f2littleC.npy", "f8bigF.npy", "i4littleF.npy", "large.npy"];
    for (const name of names) {
      const { numbers, shape } = written.find((each) => each.file === name) as Written;
      const { tensors } = await openBytes(name, file(name));
      const tensor = named(tensors, name.replace(".npy", ""));
      await fc.assert(
        fc.asyncProperty(fc.nat(entriesOf(shape)), fc.nat(40), async (start, count) => {
          const end = Math.min(start + count, numbers.length);
          expect(Array.from(await tensor.read(start, end))).toEqual(numbers.slice(start, end));
        }),
        { numRuns: 20 },
      );
      const rows = entriesOf(shape.slice(1));
      expect(Array.from(await readAt(tensor, [1]))).toEqual(numbers.slice(rows, 2 * rows));
    }
  });
});

const dict = (descr: string, shape: string, order = "False") =>
  `{'descr': ${descr}, 'fortran_order': ${order}, 'shape': ${shape}, }\n`;

describe("an .npy file by hand", () => {
  it.each([
    ["ml_dtypes", dict("'<V2'", "(2,)"), [0x80, 0x3f, 0x20, 0xc0], [1, -2.5]],
    ["NumPy, of a view", dict("'|V2'", "(2,)"), [0x80, 0x3f, 0x20, 0xc0], [1, -2.5]],
    ["by its name", dict("'bfloat16'", "(2,)"), [0x80, 0x3f, 0x20, 0xc0], [1, -2.5]],
    ["in the other order", dict("'>V2'", "(2,)"), [0x3f, 0x80, 0xc0, 0x20], [1, -2.5]],
    ["float8 of ml_dtypes", dict("'<f1'", "(2,)"), [0x3c, 0xc1], [1, -2.5]],
    ["Python 2", dict("'<i2'", "(2L, 1L)"), [1, 0, 2, 0], [1, 2]],
    [
      "other quotes and order",
      `{"shape":(2,),"fortran_order":False,"descr":"|u1"}`,
      [7, 9],
      [7, 9],
    ],
  ])("is read: %s", async (_, header, bytes, expected) => {
    const { tensors } = await openBytes("a.npy", npyBytes(header, Uint8Array.from(bytes)));
    expect(Array.from(await named(tensors, "a").read())).toEqual(expected);
  });
});

it.each([
  ["q_e4m3.npy", [0x38, 0xc2], [1, -2.5]],
  ["q.float8_e4m3fn.npy", [0x38, 0xc2], [1, -2.5]],
  ["q_E5M2.npy", [0x3c, 0xc1], [1, -2.5]],
])(
  "numbers of a byte without a type are those of the format in the name: %s",
  async (name, bytes, expected) => {
    const { tensors } = await openBytes(
      name,
      npyBytes(dict("'|V1'", "(2,)"), Uint8Array.from(bytes)),
    );
    expect(Array.from(await named(tensors, name.replace(".npy", "")).read())).toEqual(expected);
    const nameless = npyBytes(dict("'|V1'", "(2,)"), Uint8Array.from(bytes));
    const { sentence } = await problemOf(() => openBytes("q.npy", nameless));
    expect(sentence).toContain("q_e4m3");
  },
);

describe("a .safetensors file", () => {
  const header = {
    __metadata__: { format: "pt" },
    "layers.0.attn.k": { dtype: "BF16", shape: [1, 2], data_offsets: [8, 12] },
    "layers.0.attn.q": { dtype: "F32", shape: [2, 1], data_offsets: [0, 8] },
    scales: { dtype: "F8_E4M3", shape: [3], data_offsets: [12, 15] },
    other: { dtype: "F8_E5M2", shape: [1], data_offsets: [15, 16] },
    ids: { dtype: "I64", shape: [1], data_offsets: [16, 24] },
    none: { dtype: "F16", shape: [0, 4], data_offsets: [24, 24] },
  };
  const numbers = joined(
    new Uint8Array(Float32Array.of(1.5, -3).buffer),
    [0x80, 0x3f, 0x20, 0xc0],
    [0x38, 0x7e, 0x01],
    [0xc1],
    new Uint8Array(BigInt64Array.of(-7n).buffer),
  );

  it("gives its tensors and what it says of itself", async () => {
    const opened = await openBytes("model.safetensors", safetensorsBytes(header, numbers));
    const read = async (name: string) => Array.from(await named(opened.tensors, name).read());
    expect(opened.metadata).toEqual({ format: "pt" });
    expect(await read("layers.0.attn.q")).toEqual([1.5, -3]);
    expect(await read("layers.0.attn.k")).toEqual([1, -2.5]);
    expect(await read("scales")).toEqual([1, 448, 2 ** -9]);
    expect(await read("other")).toEqual([-2.5]);
    expect(await read("ids")).toEqual([-7]);
    expect(await read("none")).toEqual([]);
    expect(named(opened.tensors, "none").shape).toEqual([0, 4]);
  });

  it("is known without its ending, whatever spaces its header has behind it", async () => {
    const padded = `${JSON.stringify(header)}     `;
    const { tensors } = await openBytes("download", safetensorsBytes(padded, numbers));
    expect(tensors).toHaveLength(6);
  });
});

describe("JSON", () => {
  it("gives lists by their names, tokens as texts, and Python's numbers", async () => {
    const text = `{"tokens": ["I", "NaN"], "q": [[1, 2], [3, 4.5e0]], "weights": [[[true, false]]],
      "scores": [[NaN, -Infinity], [Infinity, 0]], "layers": {"0": {"k": [[1], [2]]}}, "model": "x"}`;
    const { tensors } = await openBytes("a.json", textBytes(text));
    expect(tensors.map(({ name, shape }) => [name, shape])).toEqual([
      ["tokens", [2]],
      ["q", [2, 2]],
      ["weights", [1, 1, 2]],
      ["scores", [2, 2]],
      ["layers.0.k", [2, 1]],
    ]);
    const [tokens] = tensors;
    if (!tokens || !isText(tokens)) throw new Error("no texts");
    expect(await tokens.readTexts()).toEqual(["I", "NaN"]);
    expect(Array.from(await named(tensors, "q").read(1, 4))).toEqual([2, 3, 4.5]);
    expect(Array.from(await named(tensors, "weights").read())).toEqual([1, 0]);
    const scores = [Number.NaN, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, 0];
    expect(Array.from(await named(tensors, "scores").read())).toEqual(scores);
  });

  it("may be one list", async () => {
    const { tensors } = await openBytes("weights.json", textBytes("\ufeff [[0.5, 0.5]]"));
    expect(tensors.map(({ shape }) => shape)).toEqual([[1, 2]]);
  });
});

it("reads a file of rows", async () => {
  const { tensors } = await openBytes("q.csv", textBytes("1,2\n3,4\n"));
  expect(Array.from(await named(tensors, "q").read())).toEqual([1, 2, 3, 4]);
});

// ---- slices ----

/** A source that counts the bytes that are read, which are those of a function of their place. */
function countedSource(name: string, size: number, start: Uint8Array) {
  const reads = { bytes: 0, largest: 0 };
  const source: Source = {
    name,
    size,
    async read(from, end) {
      reads.bytes += end - from;
      reads.largest = Math.max(reads.largest, end - from);
      const bytes = new Uint8Array(end - from);
      bytes.set(start.subarray(from, end));
      return bytes;
    },
  };
  return { source, reads };
}

describe("of a large file", () => {
  it("only the head that is asked for is read", async () => {
    const start = npyBytes(dict("'<f2'", "(12, 12, 1024, 1024)"), new Uint8Array());
    const head = 1024 * 1024 * 2;
    const { source, reads } = countedSource("a.npy", start.length + 144 * head, start);
    const { tensors } = await openFile(source, decode);
    expect(reads.bytes).toBeLessThan(2000);
    const numbers = await readAt(named(tensors, "a"), [11, 3]);
    expect(numbers).toHaveLength(head / 2);
    expect(reads.bytes).toBeLessThan(2000 + head);
  });

  it("only the header and the tensor that is asked for is read", async () => {
    const gigabyte = 2 ** 30 - 2 ** 20;
    const header = {
      q: { dtype: "F32", shape: [4], data_offsets: [gigabyte, gigabyte + 16] },
      other: { dtype: "U8", shape: [gigabyte], data_offsets: [0, gigabyte] },
    };
    const start = safetensorsBytes(header, new Uint8Array());
    const { source, reads } = countedSource("a", start.length + gigabyte + 16, start);
    const { tensors } = await openFile(source, decode);
    await named(tensors, "q").read();
    expect(reads.bytes).toBeLessThan(2000);
  });

  it("an entry of an archive that is stored is read in slices", async () => {
    const numbers = new Uint8Array(Float64Array.from({ length: 2 ** 17 }, (_, i) => i).buffer);
    const entry = npyBytes(dict("'<f8'", `(${2 ** 17},)`), numbers);
    const archive = zipSync({ "q.npy": [entry, { level: 0 }] });
    const { source, reads } = countedSource("a.npz", archive.length, archive);
    const { tensors } = await openFile(source, decode);
    expect(Array.from(await named(tensors, "q").read(70_000, 70_002))).toEqual([70_000, 70_001]);
    expect(reads.bytes).toBeLessThan(70_000);
  });

  it("a deflated entry is inflated as far as it is asked for, and once for reads in order", async () => {
    // Too large to be kept.
    const count = 2 ** 22 + 5;
    const numbers = new Uint8Array(Float64Array.from({ length: count }, (_, i) => i % 977).buffer);
    const entry = npyBytes(dict("'<f8'", `(${count},)`), numbers);
    const archive = zipSync({ "q.npy": [entry, { level: 1 }] });
    const reads = { bytes: 0 };
    const whole = bufferSource("a.npz", archive);
    const source = {
      ...whole,
      read: (start: number, end: number) => {
        reads.bytes += end - start;
        return whole.read(start, end);
      },
    };
    const tensor = named((await openFile(source, decode)).tensors, "q");
    const opened = reads.bytes;
    for (let start = 0; start + 2 ** 18 <= count; start += 2 ** 18) {
      const piece = await tensor.read(start, start + 2 ** 18);
      expect([piece[0], piece[77]]).toEqual([start % 977, (start + 77) % 977]);
    }
    expect(reads.bytes - opened).toBeLessThanOrEqual(archive.length);
    // Back to an earlier place, two at a time, and to the end.
    const [first, last] = await Promise.all([tensor.read(5, 8), tensor.read(count - 2, count)]);
    expect(Array.from(first)).toEqual([5, 6, 7]);
    expect(Array.from(last)).toEqual([(count - 2) % 977, (count - 1) % 977]);
  });
});

it("a file of the browser is read in slices", async () => {
  const bytes = npyBytes(dict("'<f4'", "(2,)"), new Uint8Array(Float32Array.of(1, 2).buffer));
  const source = fileSource(Object.assign(new Blob([Uint8Array.from(bytes)]), { name: "q.npy" }));
  const { tensors } = await openFile(source, decode);
  expect(Array.from(await named(tensors, "q").read())).toEqual([1, 2]);
});

it("an archive of 64-bit numbers is read", async () => {
  const entry = npyBytes(dict("'|u1'", "(3,)"), Uint8Array.of(4, 5, 6));
  const archive = zipSync({ "q.npy": [entry, { level: 0 }] });
  const end = archive.length - 22;
  const view = new DataView(archive.buffer, archive.byteOffset);
  const size = view.getUint32(end + 12, true);
  const start = view.getUint32(end + 16, true);
  const large = joined(
    [0x50, 0x4b, 6, 6],
    littleEndian(44, 8),
    new Uint8Array(12),
    littleEndian(1, 8),
    littleEndian(1, 8),
    littleEndian(size, 8),
    littleEndian(start, 8),
  );
  const locator = joined([0x50, 0x4b, 6, 7, 0, 0, 0, 0], littleEndian(end, 8), [1, 0, 0, 0]);
  const small = joined(
    [0x50, 0x4b, 5, 6, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff],
    new Uint8Array(8).fill(0xff),
    [0, 0],
  );
  const bytes = joined(archive.subarray(0, end), large, locator, small);
  const { tensors } = await openBytes("a.npz", bytes);
  expect(Array.from(await named(tensors, "q").read())).toEqual([4, 5, 6]);
});
