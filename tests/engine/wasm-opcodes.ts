/**
 * Counts the instructions of a WebAssembly binary: as much of a decoder as finding them soundly
 * takes.
 */

const CODE_SECTION = 10;

/** The operands of an opcode: "u" is an unsigned LEB128 number, a digit that many bytes. */
const IMMEDIATES = new Map<number, string>([
  ...[0x02, 0x03, 0x04, 0x06].map((block) => [block, "u"] as const), // block, loop, if, try: type
  ...[0x07, 0x08, 0x09, 0x18].map((exception) => [exception, "u"] as const),
  ...[0x0c, 0x0d, 0x10, 0x12].map((jump) => [jump, "u"] as const), // br, br_if, call, return_call
  ...[0x11, 0x13].map((indirect) => [indirect, "uu"] as const),
  ...range(0x20, 0x26).map((variable) => [variable, "u"] as const),
  ...range(0x28, 0x3e).map((access) => [access, "uu"] as const), // alignment, offset
  ...[0x3f, 0x40, 0x41, 0x42, 0xd0, 0xd2].map((one) => [one, "u"] as const),
  [0x43, "4"], // f32.const
  [0x44, "8"], // f64.const
]);

/** Behind the prefix 0xfc: bulk memory and tables. Saturating truncations, 0 to 7, have none. */
const BULK = new Map<number, string>([
  ...[8, 10, 12, 14].map((two) => [two, "uu"] as const),
  ...[9, 11, 13, 15, 16, 17].map((one) => [one, "u"] as const),
]);

/** Behind the prefix 0xfd: 128-bit SIMD. */
const SIMD = new Map<number, string>([
  ...[...range(0x00, 0x0b), 0x5c, 0x5d].map((access) => [access, "uu"] as const),
  ...range(0x54, 0x5b).map((lane) => [lane, "uu1"] as const), // load or store of one lane
  [0x0c, "88"], // v128.const
  [0x0d, "88"], // i8x16.shuffle
  ...range(0x15, 0x22).map((lane) => [lane, "1"] as const), // extract_lane, replace_lane
]);

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

class Reader {
  constructor(
    readonly bytes: Uint8Array,
    public at = 0,
  ) {}

  byte(): number {
    const byte = this.bytes[this.at];
    if (byte === undefined) throw new Error("The binary ends in the middle of an instruction.");
    this.at += 1;
    return byte;
  }

  /** Also steps over signed numbers, whose value nobody asks for. */
  leb(): number {
    let value = 0;
    for (let weight = 1; ; weight *= 128) {
      const byte = this.byte();
      value += (byte & 127) * weight;
      if (byte < 128) return value;
    }
  }

  skip(immediates = ""): void {
    for (const kind of immediates) {
      if (kind === "u") this.leb();
      else this.at += Number(kind);
    }
  }
}

/** Steps over one instruction. @returns its name: prefix·256 + opcode where it has a prefix */
function instruction(reader: Reader): number {
  const opcode = reader.byte();
  if (opcode === 0xfc || opcode === 0xfd) {
    const sub = reader.leb();
    reader.skip((opcode === 0xfc ? BULK : SIMD).get(sub));
    return opcode * 256 + sub;
  }
  if (opcode === 0x0e || opcode === 0x1c) {
    // br_table has a list of labels and a default, a typed select a list of types.
    reader.skip("u".repeat(reader.leb() + (opcode === 0x0e ? 1 : 0)));
    return opcode;
  }
  if (opcode > 0xd2) throw new Error(`There is no instruction 0x${opcode.toString(16)} here.`);
  reader.skip(IMMEDIATES.get(opcode));
  return opcode;
}

/**
 * How often each instruction stands in the code section. Throws unless every function's
 * instructions end with `end` exactly where the function ends: a decoder that had lost its way
 * would not.
 */
export function countInstructions(binary: Uint8Array): Map<number, number> {
  const counts = new Map<number, number>();
  const reader = new Reader(binary, 8); // behind the magic number and the version
  while (reader.at < binary.length) {
    const section = reader.byte();
    const size = reader.leb();
    if (section !== CODE_SECTION) {
      reader.at += size;
      continue;
    }
    for (let functions = reader.leb(); functions > 0; functions -= 1) {
      const length = reader.leb();
      const end = reader.at + length;
      reader.skip("u1".repeat(reader.leb())); // local variables: how many, of which type
      let last = -1;
      while (reader.at < end) {
        last = instruction(reader);
        counts.set(last, (counts.get(last) ?? 0) + 1);
      }
      if (reader.at !== end || last !== 0x0b) throw new Error("A function does not end in `end`.");
    }
  }
  return counts;
}
