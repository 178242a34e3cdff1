/**
 * Passes a call to C++ as the address of a descriptor, a packed record in the workspace. The binary
 * exports each call under a signature, its name and its fields, which cpp/bindings/descriptor.hpp
 * documents: from it follow the layout of the descriptor, the checks of arguments and options, and
 * the results.
 */
import type { Floats, Matrix } from "./api.js";
import { EngineError, type EngineErrorCode } from "./errors.js";
import * as inputs from "./inputs.js";
import { reasonOf } from "./reason.js";
import { lengthOf } from "./typed-arrays.js";
import { textOf } from "./utf8.js";
import type { Views, WasmModule } from "./workspace.js";

export const NO_OPTIONS = {};

const CODES: readonly (EngineErrorCode | undefined)[] = [undefined, "shape", "domain", "limit"];

type Input = inputs.Input;
/**
 * What crosses for a field: a number, an array or several; undefined for an array that is not
 * given.
 */
type Value = number | Input | readonly Input[] | undefined;

interface Arguments {
  /** The arguments that the signature names, as the caller gave them. */
  readonly listed?: readonly unknown[] | undefined;
  /** Others by their names. */
  readonly args?: Readonly<Record<string, unknown>>;
  /** The caller's options, where the fields are that are nowhere else. */
  readonly options?: unknown;
  /** Fields that are checked already; null is left out. */
  readonly converted?: Readonly<Record<string, Value | null>>;
  /** The names of the results to return: all unless given. */
  readonly resultNames?: readonly string[] | undefined;
}

/** Makes a call. Returns its results by name, or the one that is called "result". */
export type RunCall = <Result>(name: string, given: Arguments) => Result;

interface DescriptorField extends inputs.Field {
  /** The type of an array's entries; undefined for a number. */
  readonly entries: keyof Views | undefined;
  readonly output: boolean;
  /** Whether a result is a list of results. */
  readonly list: boolean;
  /** Its index among the arguments that the signature names; -1 for a field that is none. */
  readonly place: number;
  /** Its offset from the start of the descriptor, in bytes. */
  readonly offset: number;
  read(label: string, value: unknown): Value;
}

interface CallVersion {
  /** The names of the arguments that the signature lists. */
  readonly listed: readonly string[];
  readonly fields: readonly DescriptorField[];
  /** The fields that are results. */
  readonly results: readonly DescriptorField[];
  /** The size of the descriptor. */
  readonly bytes: number;
  /** The numbers of the fields that are arrays in single precision. */
  readonly singles: readonly number[];
  readonly run: (descriptor: number) => number;
}

/** A call in double and in single precision; many have one alone. */
interface Versions {
  double?: CallVersion;
  single?: CallVersion;
}

/** The size of an entry of each type, in bytes. */
const BYTES: Readonly<Record<keyof Views, number>> = { f64: 8, f32: 4, u32: 4, u8: 1 };

/**
 * The size of an array in the descriptor: address, rows and cols, 4 bytes each, and 4 unused ones.
 */
const ARRAY_BYTES = 16;
const NUMBER_BYTES = 8;

/** The rows of results that are no matrices. */
const LIST = -1;
const NUMBER = -2;

/** Every array starts at a multiple of this, so that packets are loaded aligned. */
const ALIGNMENT = 16;

/**
 * The engine's memory holds at most this. A larger number would wrap around on its way into the
 * module.
 */
const MOST_BYTES = 2 ** 31 - 1;

const aligned = (bytes: number) => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;

/** Reads what was given for a field, which messages call `label`. */
type FieldReader = DescriptorField["read"];

/**
 * The field that `text` describes: its name, and how its value crosses. What stands behind the name
 * is one of these, as in descriptor.hpp:
 *
 *     :f64[][]   an array that is given, of this type
 *     >f64       a result; with brackets a list of results
 *     !          true or false
 *     ~          any number
 *     =1         a finite number, and what stands for it where it is left out; without "=" nothing does
 *     =0(a|b)    one of these words, which crosses as its place among them
 */
function fieldOf(
  text: string,
  readers: inputs.Readers,
  listed: readonly string[] = [],
  offset = 0,
): DescriptorField {
  const [name = ""] = /^\w+/.exec(text) ?? [];
  const sign = text.charAt(name.length);
  const isArray = sign === ":" || sign === ">";
  const type = isArray ? text.slice(name.length + 1) : "";
  const [entries] = /^\w+/.exec(type) ?? [];
  return {
    name,
    entries: entries as DescriptorField["entries"],
    output: sign === ">",
    list: type !== (entries ?? ""),
    place: listed.indexOf(name),
    offset,
    read: isArray ? arrayReader(type, readers) : numberReader(text.slice(name.length)),
  };
}

/** How an array of a type such as "f64[][]" is read, or of "f64{a,b=}": a list of records. */
function arrayReader(type: string, readers: inputs.Readers): FieldReader {
  // The comma tells records of numbers from another kind of value, such as "u32{seed}".
  if (!type.includes(",")) {
    const reader = readers[type];
    return (label, value) => reader?.(label, value, []);
  }
  const [entries = "", numbers = ""] = type.split(/[{}]/);
  const fields = numbers.split(",").map((number) => fieldOf(number, readers));
  const reader = readers[`${entries}{,}`];
  return (label, value) => reader?.(label, value, fields);
}

/** How a number is read, by what stands behind its name: "", "!", "~", "=1", "=0(a|b)", "(a|b)". */
function numberReader(rule: string): FieldReader {
  if (rule === "!") return (label, value) => inputs.flag(label, value, false);
  if (rule === "~") return inputs.checkedNumber;
  const [initial = "", list] = rule.split(/[()]/);
  const words = list?.split("|");
  const read: FieldReader = (label, value) =>
    words ? inputs.wordIndex(label, value, words) : inputs.finite(label, value);
  if (initial === "") return read;
  // "=" alone: NaN, for which the call has its own default.
  const leftOut = initial === "=" ? Number.NaN : Number(initial.slice(1));
  return (label, value) => (value === undefined ? leftOut : read(label, value));
}

function parsed(
  listed: readonly string[],
  texts: readonly string[],
  readers: inputs.Readers,
  run: CallVersion["run"],
): CallVersion {
  let bytes = 0;
  const fields = texts.map((text) => {
    const field = fieldOf(text, readers, listed, bytes);
    bytes += field.entries ? ARRAY_BYTES : NUMBER_BYTES;
    return field;
  });
  const results = fields.filter(({ output }) => output);
  const singles = [...fields.keys()].filter((index) => {
    const { entries, output } = fields[index] as DescriptorField;
    return entries === "f32" && !output;
  });
  return { listed, fields, results, bytes: aligned(bytes), singles, run };
}

/** The calls of a module by their names, as their signatures tell. */
function callsOf(module: WasmModule, readers: inputs.Readers) {
  const calls: Record<string, Versions> = {};
  for (let call = 0; ; call += 1) {
    const address = module.signatureAddress(call);
    if (address === 0) return calls;
    const signature = textAt(module, address);
    const [head = "", ...texts] = signature.split(" ");
    const [, name = "", list] = /^(\w+)(?:\((.*)\))?$/.exec(head) ?? [];
    const run = (descriptor: number) => module.runCall(call, descriptor);
    calls[name] ??= {};
    const precision = signature.includes("f32") ? "single" : "double";
    calls[name][precision] = parsed(list?.split(",") ?? [], texts, readers, run);
  }
}

/**
 * Returns the function that makes the calls of a module: reads and checks the arguments, copies the
 * arrays in, calls, copies the results out. All arguments are read before anything is copied, since
 * code of the caller, such as a getter of an option, could call the engine, which has one
 * workspace. Where every array with entries is a Float32Array and the call has a version in single
 * precision, that one is called, and results are Float32Arrays.
 */
function runner(module: WasmModule, calls: Readonly<Record<string, Versions>>): RunCall {
  return (name, callArguments) => {
    const { double, single } = calls[name] as Versions;
    const { fields } = (double ?? single) as CallVersion;
    const values = fields.map((field) =>
      field.output ? undefined : argumentOf(field, callArguments),
    );
    const version = single && inSingle(single, values, callArguments.options) ? single : double;
    return execute(
      module,
      version ?? (single as CallVersion),
      values,
      callArguments.resultNames,
    ) as never;
  };
}

function argumentOf(
  field: DescriptorField,
  { listed, args, options, converted }: Arguments,
): Value {
  const { name, place } = field;
  if (listed && place >= 0) return field.read(name, listed[place]);
  // Not `in`, which takes ten times as long where a name is missing: null is what was left out.
  const value = converted?.[name];
  if (value !== undefined) return value ?? undefined;
  if (args && name in args) return field.read(name, args[name]);
  // A shortcut for speed: the lines below would give the same result, but slower.
  if (options === NO_OPTIONS) return field.read(name, undefined);
  // The example is composed for an error alone: to compose it would slow down a small call.
  if (!inputs.isObject(options)) inputs.wrongOptions(options, `{ ${name} }`);
  if (name === "causal" && options.mask === "causal") return 1;
  return field.read(name, options[name]);
}

const DTYPES = ["float32", "float64"];

/** The option `dtype` tells where no array of the call does. */
function inSingle({ singles }: CallVersion, values: readonly Value[], options: unknown): boolean {
  if (singles.length > 0) {
    return singles.every((index) => {
      const value = values[index] as Input | readonly Input[] | undefined;
      return Array.isArray(value) ? value.every(fitsSingle) : fitsSingle(value as Input);
    });
  }
  const { dtype = "float32" } = options as { dtype?: unknown };
  return inputs.wordIndex("dtype", dtype, DTYPES) === 0;
}

const fitsSingle = (input: Input | undefined) =>
  !input || input.rows * input.cols === 0 || inputs.isSingle(input);

function check(module: WasmModule, status: number): void {
  const code = CODES[status];
  if (code === undefined) return;
  throw new EngineError(code, textAt(module, module.lastErrorAddress()));
}

/** The text that begins at this address and is ended by a zero. */
function textAt(module: WasmModule, address: number): string {
  const { u8 } = module.workspace.views;
  return textOf(u8.subarray(address, u8.indexOf(0, address)));
}

/** The bytes that an input takes in the workspace. */
const inputBytes = (type: keyof Views, { rows, cols }: Input) => aligned(rows * cols * BYTES[type]);

function execute(
  module: WasmModule,
  { fields, results: outputs, bytes, run }: CallVersion,
  values: readonly Value[],
  resultNames: readonly string[] | undefined,
): unknown {
  const { workspace } = module;
  let size = bytes;
  for (let index = 0; index < fields.length; index += 1) {
    const { entries } = fields[index] as DescriptorField;
    const value = values[index];
    if (!entries || value === undefined) continue;
    if (!Array.isArray(value)) size += inputBytes(entries, value as Input);
    else for (const input of value) size += ARRAY_BYTES + inputBytes(entries, input);
  }
  if (size > MOST_BYTES) {
    throw new EngineError(
      "limit",
      `The matrices of this call take ${size} bytes; the engine's memory holds up to ${MOST_BYTES}.`,
    );
  }
  check(module, workspace.reserve(size));

  const { address, views } = workspace;
  let next = address + bytes;
  const write = (entry: number, start: number, rows: number, cols: number) => {
    views.u32[entry / 4] = start;
    views.u32[entry / 4 + 1] = rows;
    views.u32[entry / 4 + 2] = cols;
  };
  const place = (type: keyof Views, input: Input, entry: number) => {
    write(entry, next, input.rows, input.cols);
    copyIn(input, views[type], next);
    next += inputBytes(type, input);
  };
  for (let index = 0; index < fields.length; index += 1) {
    const { name, entries, output, offset } = fields[index] as DescriptorField;
    const value = values[index];
    const entry = address + offset;
    if (!entries) views.f64[entry / 8] = value as number;
    else if (value === undefined) {
      write(entry, output && (!resultNames || resultNames.includes(name)) ? 1 : 0, 0, 0);
    } else if (Array.isArray(value)) {
      const table = next;
      write(entry, table, value.length, 0);
      next += value.length * ARRAY_BYTES;
      value.forEach((input, index) => {
        place(entries, input, table + index * ARRAY_BYTES);
      });
    } else place(entries, value as Input, entry);
  }

  const status = run(address);
  const grown = workspace.refresh();
  check(module, status);

  const results: Record<string, unknown> = {};
  for (const { name, entries, list, offset } of outputs) {
    if (!entries || (resultNames && !resultNames.includes(name))) continue;
    const read = list ? resultsAt : resultAt;
    results[name] = read(grown, entries, address + offset);
  }
  return "result" in results ? results.result : results;
}

/** The result whose entry is at `entry`. */
function resultAt(views: Views, type: keyof Views, entry: number): Matrix | Floats | number {
  const place = entry / 4;
  const start = (views.u32[place] as number) / BYTES[type];
  const rows = (views.u32[place + 1] as number) | 0;
  const cols = views.u32[place + 2] as number;
  if (rows === NUMBER) return views[type][start] as number;
  const data = views[type].slice(start, start + Math.abs(rows) * cols) as Float64Array;
  return rows === LIST ? data : { rows, cols, data };
}

function resultsAt(views: Views, type: keyof Views, entry: number) {
  const table = views.u32[entry / 4] as number;
  const length = views.u32[entry / 4 + 1] as number;
  return Array.from({ length }, (_, index) => resultAt(views, type, table + index * ARRAY_BYTES));
}

function copyIn(
  { name, rows, cols, data }: Input,
  into: inputs.NumberArray,
  address: number,
): void {
  // A getter of a later argument may have resized the buffer; a longer array would overwrite the
  // arrays behind it.
  const length = Array.isArray(data) ? data.length : lengthOf(data as inputs.NumberArray);
  if (length !== rows * cols) {
    throw new EngineError(
      "type",
      `${name} changed its length from ${rows * cols} to ${length} while the arguments were read.`,
    );
  }
  // Empty inputs are skipped: their buffer may be detached, and set() would throw.
  if (length > 0) into.set(data, address / into.BYTES_PER_ELEMENT);
}

type Call = (...given: never[]) => unknown;
type AnyCall = (...given: unknown[]) => unknown;

/**
 * A call without rules of its own. Its names are those of its arguments, of which "options?" may be
 * left out.
 */
const plainCall = (run: RunCall, name: string, names: readonly string[]): AnyCall => {
  const place = names.findIndex((argument) => argument.startsWith("options"));
  const missing = names[place] === "options" ? undefined : NO_OPTIONS;
  return (...listed) => {
    const options = place < 0 ? undefined : listed[place];
    return run(name, { listed, options: options === undefined ? missing : options });
  };
};

/**
 * The same call, which throws only EngineErrors, and RuntimeErrors where the compiled code traps: a
 * getter or a proxy of the caller may throw any value while arguments are read.
 */
export function guarded(name: string, call: Call): Call {
  const unguarded = call as AnyCall;
  // No call takes more than five arguments. A rest parameter would take a tenth of the time of a
  // small call.
  return (a?: unknown, b?: unknown, c?: unknown, d?: unknown, e?: unknown) => {
    try {
      return unguarded(a, b, c, d, e);
    } catch (error) {
      throw asEngineError(name, error);
    }
  };
}

function asEngineError(name: string, error: unknown): Error {
  let code: "type" | "limit" = "type";
  let sentence = `The arguments of ${name} could not be read`;
  try {
    // A trap in the compiled code is a defect of the engine and not of the arguments.
    if (error instanceof EngineError || error instanceof WebAssembly.RuntimeError) return error;
    // A RangeError means no memory for a copy, or a stack overflow.
    if (error instanceof RangeError) {
      code = "limit";
      sentence = `${name} needs more memory than there is`;
    }
    sentence += `: ${reasonOf(error)}`;
  } catch {
    // The thrown value throws when it is read.
  }
  return new EngineError(code, `${sentence.replace(/\.$/, "")}.`, { cause: error });
}

/** Makes the calls that have rules of their own. */
export type Others = (run: RunCall, module: WasmModule) => Readonly<Record<string, Call>>;

/**
 * The engine over an instantiated module: a call for every signature that names its arguments, and
 * those that `others` makes. The interface derives a result's precision from the types of the
 * arguments, which the compiler cannot check here; tests/engine/types.test.ts does.
 */
export function engineOver<Engine>(
  module: WasmModule,
  readers: inputs.Readers,
  others: Others,
): Engine {
  const versions = callsOf(module, readers);
  const run = runner(module, versions);
  const calls: Record<string, Call> = {};
  for (const [name, { double, single }] of Object.entries(versions)) {
    const { listed } = (double ?? single) as CallVersion;
    if (listed.length > 0) calls[name] = guarded(name, plainCall(run, name, listed));
  }
  for (const [name, call] of Object.entries(others(run, module))) calls[name] = guarded(name, call);
  return calls as Engine;
}
