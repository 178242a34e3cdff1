/** Files that are cut, damaged, hostile or of another kind are refused in a sentence, and soon. */
import { deflateRawSync, crc32 as zlibCrc32 } from "node:zlib";
import fc from "fast-check";
import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { crc32 } from "../../web/src/own/crc32.js";
import { openFile } from "../../web/src/own/open-file.js";
import { bufferSource, fileSource, type Source } from "../../web/src/own/source.js";
import { isText } from "../../web/src/own/tensor.js";
import {
  decode,
  joined,
  littleEndian,
  npyBytes,
  openBytes,
  problemOf,
  safetensorsBytes,
  textBytes,
} from "./own-files.js";

const HEADER = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }\n";
const NUMBERS = new Uint8Array(Float32Array.of(1, 2, 3, 4).buffer);
const NPY = npyBytes(HEADER, NUMBERS);
const STORED = zipSync({ "q.npy": [NPY, { level: 0 }], "k.npy": [NPY, { level: 0 }] });
const DEFLATED = zipSync({ "q.npy": NPY, "k.npy": NPY });
const tensors = (q: readonly number[], k: readonly number[]) => ({
  q: { dtype: "F32", shape: [2], data_offsets: q },
  k: { dtype: "F32", shape: [2], data_offsets: k },
});
const SAFETENSORS = safetensorsBytes(tensors([0, 8], [8, 16]), NUMBERS);
const JSON_FILE = textBytes(
  '{"tokens": ["I", "am"], "q": [[1, 2], [3, 4]], "weights": [[0.5, NaN]]}',
);

/** Opens a file and reads everything in it. */
async function readAll(name: string, bytes: Uint8Array): Promise<void> {
  const opened = await openBytes(name, bytes);
  for (const tensor of opened.tensors) {
    await (isText(tensor) ? tensor.readTexts() : tensor.read());
  }
}

/** The bytes of an archive, in which what stands in the field of a header is another number. */
function withField(archive: Uint8Array, header: number, field: number, bytes: readonly number[]) {
  const copy = archive.slice();
  const view = new DataView(copy.buffer);
  const at = copy.findIndex(
    (_, place) => place + 4 <= copy.length && view.getUint32(place, true) === header,
  );
  copy.set(bytes, at + field);
  return copy;
}
const DIRECTORY = 0x02014b50;
const SIZE_FIELD = 24;

const dict = (descr: string, shape = "(2,)") =>
  npyBytes(`{'descr': ${descr}, 'fortran_order': False, 'shape': ${shape}, }\n`, NUMBERS);

describe("what is wrong is told", () => {
  it.each<[string, string, Uint8Array, string]>([
    ["cut", "a.npy", NPY.slice(0, -1), `has ${NUMBERS.length - 1} bytes`],
    ["cut", "a.npy", NPY.slice(0, 30), "cut off"],
    ["cut", "a.npy", NPY.slice(0, 8), "cut off"],
    ["unknown", "a.npy", textBytes("NUMPY no"), ".safetensors"],
    ["npyVersion", "a.npy", npyBytes(HEADER, NUMBERS, 4), "version 4.0"],
    ["npyHeader", "a.npy", npyBytes("{'descr': '<f4'}", NUMBERS), "{'descr': '<f4'}"],
    ["npyHeader", "a.npy", npyBytes("import os; os.abort()", NUMBERS), "import os"],
    ["npyHeader", "a.npy", dict("'<f4'", "(1 2)"), "(1 2)"],
    ["cut", "a.npy", dict("'<f4'", "(99999999999, 99999999999)"), "cut off"],
    ["objects", "a.npy", dict("'|O'"), "allow_pickle=False"],
    ["objects", "a.npy", dict("[('a', '<f4'), ('b', '|O')]"), "allow_pickle=False"],
    ["dtype", "a.npy", dict("'<c8'"), "<c8"],
    ["float8", "a.npy", dict("'|V1'"), "q_e5m2"],
    ["dtype", "a.npy", dict("'<f16'"), "<f16"],
    ["dtype", "a.npy", dict("'|S4'"), "|S4"],
    ["dtype", "a.npy", dict("[('a', '<f4'), ('b', '<f4')]"), "[('a'"],
    ["dtype", "a.npy", dict("'<constructor'"), "constructor"],
    ["manyTexts", "a.npy", npyBytes(dictOf("'<U0'", "(99999,)"), NUMBERS), "99999"],
    ["zipDamaged", "a.npz", STORED.slice(0, -30), "archive"],
    ["zipDamaged", "a.npz", STORED.slice(0, 60), "archive"],
    ["zipDamaged", "a.npz", withField(STORED, DIRECTORY, 42, littleEndian(9, 4)), "archive"],
    ["zipDamaged", "a.npz", withField(STORED, DIRECTORY, 20, littleEndian(2 ** 30, 4)), "archive"],
    ["zipEncrypted", "a.npz", withField(STORED, DIRECTORY, 8, [1, 0]), "password"],
    ["zipMethod", "a.npz", withField(STORED, DIRECTORY, 10, [93, 0]), "method 93"],
    ["noTensors", "a.npz", zipSync({ "q.txt": NPY }), "no array"],
    ["torch", "a.pt", zipSync({ "archive/data.pkl": NPY, "archive/data/0": NPY }), "torch.save"],
    [
      "torch",
      "model.bin",
      Uint8Array.of(0x80, 2, 0x8a, 10, 0x6c, 0xfc, 0x9c, 0x46, 0xf9, 0x20, 1),
      "pickle",
    ],
    ["torch", "old.pth", textBytes("ccollections\nOrderedDict\n"), "safetensors"],
    ["pickle", "a.pkl", Uint8Array.of(0x80, 4, 0x95, 1), "allow_pickle=False"],
    ["pickle", "a.bin", Uint8Array.of(0x80, 5, 0x95, 1), "run programs"],
    ["pickle", "old.pkl", textBytes("(lp0\nF1.0\n"), "run programs"],
    ["foreign", "a.h5", Uint8Array.of(0x89, 0x48, 0x44, 0x46, 13, 10, 26, 10), "HDF5"],
    ["foreign", "a.gguf", textBytes("GGUF\u0003"), "GGUF"],
    ["foreign", "a.mat", textBytes("MATLAB 5.0 MAT-file"), "MATLAB"],
    ["foreign", "a.npy.gz", Uint8Array.of(0x1f, 0x8b, 8), "gzip"],
    ["safetensorsLength", "a.safetensors", SAFETENSORS.slice(0, 60), "header"],
    ["safetensorsLength", "a.safetensors", joined(new Uint8Array(8).fill(255), NUMBERS), "has 24"],
    ["safetensorsHeader", "a.safetensors", safetensorsBytes("{no json}", NUMBERS), "{no json}"],
    ["safetensorsHeader", "a.safetensors", safetensorsBytes("[1, 2]", NUMBERS), "[1, 2]"],
    ["safetensorsHeader", "a.safetensors", safetensorsBytes({ q: null }, NUMBERS), "q"],
    [
      "safetensorsHeader",
      "a.safetensors",
      safetensorsBytes(tensors([8, 0], [8, 16]), NUMBERS),
      "q",
    ],
    ["noTensors", "a.safetensors", safetensorsBytes({ __metadata__: {} }, NUMBERS), "no array"],
    ["offsetsOverlap", "a.safetensors", safetensorsBytes(tensors([0, 8], [4, 12]), NUMBERS), "“q”"],
    [
      "offsetsGap",
      "a.safetensors",
      safetensorsBytes(tensors([0, 8], [9, 17]), joined(NUMBERS, [0])),
      "1 bytes",
    ],
    [
      "offsetsLeft",
      "a.safetensors",
      safetensorsBytes(tensors([0, 8], [8, 16]), joined(NUMBERS, [0])),
      "1 bytes",
    ],
    ["offsetsBeyond", "a.safetensors", SAFETENSORS.slice(0, -4), "12 bytes"],
    [
      "offsetsSize",
      "a.safetensors",
      safetensorsBytes(tensors([0, 4], [8, 16]), NUMBERS),
      "8 bytes",
    ],
    [
      "dtype",
      "a.safetensors",
      safetensorsBytes({ q: { dtype: "C64", shape: [2], data_offsets: [0, 16] } }, NUMBERS),
      "C64",
    ],
    ["json", "a.json", textBytes('{"q": [[1, 2], [3, }'), "}"],
    ["json", "a.json", textBytes('{"q": "'), "JSON"],
    ["noTensors", "a.json", textBytes('{"model": "bert"}'), "no array"],
    ["ragged", "a.json", textBytes('{"q": [[1, 2], [3]]}'), "[1]"],
    ["entry", "a.json", textBytes('{"q": [[1, 2], [3, null]]}'), "null at [1, 1]"],
    ["entry", "a.json", textBytes('{"q": [[1, "2"]]}'), "2 at [0, 1]"],
    ["nesting", "a.json", textBytes('{"q": [[1, [2]]]}'), "[0, 1]"],
    ["deep", "a.json", textBytes("[".repeat(200_000) + "]".repeat(200_000)), "5 levels"],
    ["deep", "a.json", textBytes(`${'{"a":'.repeat(9)}[1]${"}".repeat(9)}`), "4 levels"],
    ["empty", "a.npy", new Uint8Array(), "empty"],
    ["unknown", "photo.png", Uint8Array.of(0x89, 0x50, 0x4e, 0x47), "photo.png"],
    ["pasteEntry", "a.csv", textBytes("1,2\n3,x"), "Line 2"],
  ])("%s: %s", async (code, name, bytes, words) => {
    const problem = await problemOf(() => readAll(name, bytes));
    expect(problem.code).toBe(code);
    expect(problem.sentence).toContain(words);
  });
});

function dictOf(descr: string, shape: string): string {
  return `{'descr': ${descr}, 'fortran_order': False, 'shape': ${shape}, }\n`;
}

describe("what is too large is refused before it is read", () => {
  const sized = (size: number): Blob & { name: string } => {
    const read = () => {
      throw new Error("it was read");
    };
    return { name: "a.npy", size, slice: read } as unknown as Blob & { name: string };
  };

  it("a file of 10 GB", async () => {
    const { code, sentence } = await problemOf(() => fileSource(sized(10 * 2 ** 30)));
    expect(code).toBe("tooLarge");
    expect(sentence).toMatch(/10 GB.*1 GB/);
  });

  it("an entry of more than 4 GB", async () => {
    const sizes = joined([1, 0], littleEndian(8, 2), littleEndian(5 * 2 ** 30, 8));
    const plain = zipSync({ "q.npy": [NPY, { level: 6, extra: { 1: sizes.slice(4) } }] });
    const archive = withField(plain, DIRECTORY, SIZE_FIELD, [255, 255, 255, 255]);
    const { code, sentence } = await problemOf(() => readAll("a.npz", archive));
    expect(code).toBe("entryLarge");
    expect(sentence).toContain("5 GB");
  });

  it("JSON of more than 128 MB, which would be read whole", async () => {
    const start = textBytes('{"q": [');
    const source: Source = {
      name: "a.json",
      size: 2 ** 27 + 1,
      read: async (from, end) => start.slice(from, end),
    };
    expect((await problemOf(() => openFile(source, decode))).code).toBe("jsonLarge");
  });
});

describe("a file that has changed since it was picked", () => {
  it("is told", async () => {
    const gone = {
      name: "a.npy",
      size: 100,
      slice: () => ({ arrayBuffer: () => Promise.reject(new Error("NotReadableError")) }),
    } as unknown as Blob & { name: string };
    const problem = await problemOf(() => openFile(fileSource(gone), decode));
    expect(problem.code).toBe("unreadable");
    const shorter = {
      name: "a.npy",
      size: 100,
      slice: () => ({ arrayBuffer: async () => new ArrayBuffer(3) }),
    } as unknown as Blob & { name: string };
    expect((await problemOf(() => openFile(fileSource(shorter), decode))).code).toBe("unreadable");
  });
});

describe("packed bytes", () => {
  /** An archive whose only entry says that it has another size than it has. */
  const archiveOf = (entry: Uint8Array, size: number) =>
    withField(zipSync({ "q.npy": entry }), DIRECTORY, SIZE_FIELD, littleEndian(size, 4));

  it("that are more than the archive says are not all inflated", async () => {
    const zeros = new Uint8Array(2 ** 24);
    const header = dictOf("'|u1'", "(1000,)");
    const entry = npyBytes(header, zeros);
    const size = entry.length - zeros.length + 1000;
    const { code } = await problemOf(() => readAll("a.npz", archiveOf(entry, size)));
    expect(code).toBe("bomb");
  });

  it("that are fewer are told", async () => {
    const entry = npyBytes(dictOf("'|u1'", "(1000,)"), new Uint8Array(500));
    const size = entry.length + 500;
    const { code } = await problemOf(() => readAll("a.npz", archiveOf(entry, size)));
    expect(code).toBe("inflate");
  });

  it("that are damaged or cut are told", async () => {
    const random = Uint8Array.from({ length: 5000 }, (_, place) => (place * place * 31) % 251);
    const entry = npyBytes(dictOf("'|u1'", "(5000,)"), random);
    const archive = zipSync({ "q.npy": entry });
    const packed = deflateRawSync(entry).length;
    expect(packed).toBeGreaterThan(200);
    const damaged = archive.slice();
    damaged.fill(0xff, 200, 260);
    const { code } = await problemOf(() => readAll("a.npz", damaged));
    expect(["inflate", "bomb", "cut", "npyHeader"]).toContain(code);
  });
});

describe("unpacked bytes", () => {
  const CHECKSUM_FIELD = 16;
  const entry = npyBytes(dictOf("'|u1'", "(3000,)"), new Uint8Array(3000).fill(7));

  it("that are others than those that were packed are told, once all are read", async () => {
    const archive = zipSync({ "q.npy": entry });
    await readAll("a.npz", archive);
    const other = withField(archive, DIRECTORY, CHECKSUM_FIELD, littleEndian(12345, 4));
    const { code } = await problemOf(() => readAll("a.npz", other));
    expect(code).toBe("inflate");
  });

  it("have the checksum of zlib", () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.nat(), (bytes, cut) => {
        const before = crc32(bytes.subarray(0, cut));
        expect(crc32(bytes.subarray(cut), before)).toBe(zlibCrc32(bytes));
      }),
    );
  });
});

describe("any bytes", () => {
  const FILES: readonly (readonly [string, Uint8Array])[] = [
    ["a.npy", NPY],
    ["stored.npz", STORED],
    ["deflated.npz", DEFLATED],
    ["a.safetensors", SAFETENSORS],
    ["a.json", JSON_FILE],
    ["a.csv", textBytes("1,2\n3,4")],
    ["a.bin", NPY],
  ];

  /** Reads it; it may be refused, in a sentence alone. */
  async function readOrRefused(name: string, bytes: Uint8Array): Promise<void> {
    try {
      await readAll(name, bytes);
    } catch (error) {
      await problemOf(() => Promise.reject(error));
    }
  }

  it.each(FILES)("are read, or refused in a sentence, as %s", async (name, valid) => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 3000 }), (bytes) => readOrRefused(name, bytes)),
      { numRuns: 100 },
    );
    // The beginning of a valid file, and then anything.
    await fc.assert(
      fc.asyncProperty(fc.nat(valid.length), fc.uint8Array({ maxLength: 300 }), (length, bytes) =>
        readOrRefused(name, joined(valid.subarray(0, length), bytes)),
      ),
      { numRuns: 150 },
    );
    const change = fc.record({ at: fc.nat(valid.length - 1), byte: fc.nat(255) });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
        const bytes = valid.slice();
        for (const { at, byte } of changes) bytes[at] = byte;
        await readOrRefused(name, bytes);
      }),
      { numRuns: 300 },
    );
  });

  it.each(FILES)("a million of them are refused soon: %s", async (name, valid) => {
    const begun = performance.now();
    let state = 44;
    const random = Uint8Array.from({ length: 1_000_000 }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state >>> 24;
    });
    await readOrRefused(name, random);
    await readOrRefused(name, joined(valid, random));
    await readOrRefused(name, new Uint8Array(1_000_000).fill(0x20));
    await readOrRefused(name, new Uint8Array(1_000_000).fill(0x5b));
    await readOrRefused(name, joined(valid.subarray(0, 8), new Uint8Array(1_000_000).fill(0x7b)));
    expect(performance.now() - begun).toBeLessThan(20_000);
  });
});

it("a source of another size than its file is refused", () => {
  expect(() => bufferSource("a", new Uint8Array())).toThrow();
});
