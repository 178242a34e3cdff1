/**
 * Passes a call to C++ as the address of a descriptor, a packed record in the workspace. cpp/bindings/descriptor.hpp
 * documents its layout, which follows from the signature of the call on both sides: its name, then its fields, as in
 * "quantiles data:f64 probabilities:f64 results>f64". `:` marks an input array, `>` an output array; other fields are numbers.
 */
import { EngineError, type EngineErrorCode } from "./errors.js";
import { lengthOf, typeOf } from "./typed-arrays.js";
import type { Matrix } from "./types.js";
import type { WasmCalls, WasmModule } from "./wasm-module.js";
import type { Views } from "./workspace.js";

const CODES: readonly (EngineErrorCode | undefined)[] = [undefined, "shape", "domain", "limit"];

/** A typed array that is copied into the engine's memory. */
export type Numbers = Float64Array | Float32Array | Uint32Array | Uint8Array;

/** An array of rows·cols entries that is copied into the workspace: a typed array of the caller, or a list that inputs.ts made. */
export interface Input {
  /** The name of the argument, for messages. */
  readonly name: string;
  readonly rows: number;
  readonly cols: number;
  readonly data: Numbers | readonly number[];
  /** Where the entries are in the engine's memory already, which some calls know of; `data` then has their type alone. */
  readonly address?: number;
}

/** A result of rows·cols entries, and the function that converts a copy of them. */
export interface Output<Result> {
  readonly rows: number;
  readonly cols: number;
  readonly read: (data: Float64Array, rows: number, cols: number) => Result;
}

const asMatrix = (data: Float64Array, rows: number, cols: number): Matrix => ({ rows, cols, data });
const asList = (data: Float64Array) => data;
const asNumber = (data: Float64Array) => data[0] as number;

export const matrixOf = (rows: number, cols: number): Output<Matrix> => ({
  rows,
  cols,
  read: asMatrix,
});
export const listOf = (cols: number): Output<Float64Array> => ({ rows: 1, cols, read: asList });
export const oneNumber: Output<number> = { rows: 1, cols: 1, read: asNumber };

/** Numbers that cross as one array, in the order of `names`. */
export const recordOf = <Name extends string>(
  names: readonly Name[],
): Output<Record<Name, number>> => ({
  rows: 1,
  cols: names.length,
  read: (data) => record(names, data),
});

type Words<S extends string> = S extends `${infer First} ${infer Rest}` ? First | Words<Rest> : S;
type NameOf<Field extends string> = Field extends `${infer Name}${":" | ">"}${string}`
  ? Name
  : Field;
type ValueOf<Field extends string> = Field extends `${string}:${string}`
  ? Input | undefined
  : Field extends `${string}>${string}`
    ? Output<unknown> | undefined
    : number;

/** The values of a call's fields. An array may be undefined: not given, or not wanted. */
type Values<Signature extends string> = {
  readonly [Field in Words<Signature> as NameOf<Field>]: ValueOf<Field>;
};
type Results<V> = {
  -readonly [Name in keyof V as V[Name] extends Output<unknown>
    ? Name
    : never]: V[Name] extends Output<infer Result> ? Result : never;
};

/** The names of a signature's output arrays. */
type OutputOf<Signature extends string> = {
  [Field in Words<Signature>]: Field extends `${infer Name}>${string}` ? Name : never;
}[Words<Signature>];

/** `every`, where given, is the output of each output array that `values` does not name. */
interface Caller<Table extends Readonly<Record<string, string>>> {
  <Name extends string & keyof Table, V extends Values<Table[Name]>>(
    name: Name,
    values: V,
  ): Results<V>;
  <Name extends string & keyof Table, Result>(
    name: Name,
    values: Omit<Values<Table[Name]>, OutputOf<Table[Name]>>,
    every: Output<Result>,
  ): Record<OutputOf<Table[Name]>, Result>;
}

interface Field {
  readonly name: string;
  /** The type of an array's entries; undefined for a number. */
  readonly entries: keyof Views | undefined;
  /** Of an entry. */
  readonly bytes: number;
  readonly output: boolean;
  /** From the start of the descriptor, in bytes. */
  readonly offset: number;
}

interface Call {
  readonly fields: readonly Field[];
  /** Of the descriptor. */
  readonly bytes: number;
  readonly run: (descriptor: number) => number;
}

/** In the descriptor: address, rows and cols, 4 bytes each, and 4 unused ones. */
const ARRAY_BYTES = 16;
const NUMBER_BYTES = 8;

/** Every array starts at a multiple of this, so that packets are loaded aligned. */
const ALIGNMENT = 16;

/** The engine's memory holds at most this. A larger number would wrap around on its way into the module. */
const MOST_BYTES = 2 ** 31 - 1;

const aligned = (bytes: number) => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;

/** The call with this signature; undefined where the binary exports none. */
function find(module: WasmModule, name: string, signature: string): Call | undefined {
  const run = (module as unknown as WasmCalls)[`${name} ${signature}`];
  let offset = 0;
  const fields = signature.split(" ").map((text): Field => {
    const [name = "", mark, entries] = text.split(/([:>])/);
    const type = entries as Field["entries"];
    const bytes = type ? module.workspace.views[type].BYTES_PER_ELEMENT : 0;
    const field = { name, entries: type, bytes, output: mark === ">", offset };
    offset += type ? ARRAY_BYTES : NUMBER_BYTES;
    return field;
  });
  return run && { fields, bytes: aligned(offset), run };
}

/**
 * Returns a function that calls by name, from a table of signatures. Throws where the module does not export one of them.
 *
 * A call lays out the descriptor and all arrays in the workspace, copies the inputs, calls, and copies the results out.
 * No code of the caller, such as a getter of an option, may run in between: it could call the engine, which has one
 * workspace. All arguments are read before; only typed arrays are read while they are copied. Where every f64 input is a
 * Float32Array and the module has the call with f32 for f64, that one is called, and results are Float32Arrays.
 */
export function caller<Table extends Readonly<Record<string, string>>>(
  module: WasmModule,
  table: Table,
): Caller<Table> {
  const calls: Record<string, Call> = {};
  const singles: Record<string, Call | undefined> = {};
  for (const [name, signature] of Object.entries(table)) {
    const call = find(module, name, signature);
    if (call === undefined) throw new Error(`its binary has no call "${name} ${signature}"`);
    calls[name] = call;
    singles[name] = find(module, name, signature.replaceAll("f64", "f32"));
  }
  const call = (name: string, values: AnyValues, every?: Output<unknown>) => {
    const single = singles[name];
    const chosen = single && areSingle(single, values) ? single : (calls[name] as Call);
    return run(module, chosen, values, every);
  };
  return call as Caller<Table>;
}

const areSingle = ({ fields }: Call, values: AnyValues) =>
  fields.every(
    ({ name, entries, output }) =>
      entries !== "f32" || output || typeOf((values[name] as Input).data) === "Float32Array",
  );

type AnyArray = Input | Output<unknown>;

const heldAt = (array: AnyArray | undefined) => (array as Input | undefined)?.address;

type AnyValues = Readonly<Record<string, AnyArray | number | undefined>>;

function check(module: WasmModule, status: number): void {
  const code = CODES[status];
  if (code === undefined) return;
  const { u8 } = module.workspace.views;
  const start = module.lastErrorAddress();
  const sentence = u8.subarray(start, u8.indexOf(0, start));
  throw new EngineError(code, new TextDecoder().decode(sentence));
}

function run(
  module: WasmModule,
  { fields, bytes: least, run }: Call,
  values: AnyValues,
  every: Output<unknown> | undefined,
): object {
  const { workspace } = module;
  let size = least;
  /** The array of each field, and where it is, from the start of the workspace. */
  const arrays: (AnyArray | undefined)[] = [];
  const places: number[] = [];
  for (const { name, bytes, output } of fields) {
    const value = bytes > 0 ? values[name] : undefined;
    const array = (value ?? (output ? every : undefined)) as AnyArray | undefined;
    arrays.push(array);
    places.push(size);
    if (array && !heldAt(array)) size += aligned(array.rows * array.cols * bytes);
  }
  if (size > MOST_BYTES) {
    throw new EngineError(
      "limit",
      `The matrices of this call take ${size} bytes; the engine's memory holds up to ${MOST_BYTES}.`,
    );
  }
  check(module, workspace.reserve(size));

  const { address, views } = workspace;
  for (let index = 0; index < fields.length; index += 1) {
    const { name, entries, output, offset } = fields[index] as Field;
    if (!entries) {
      views.f64[(address + offset) / 8] = values[name] as number;
      continue;
    }
    const array = arrays[index];
    const held = heldAt(array);
    const start = held ?? address + (places[index] as number);
    const place = (address + offset) / 4;
    views.u32[place] = array ? start : 0;
    views.u32[place + 1] = array ? array.rows : 0;
    views.u32[place + 2] = array ? array.cols : 0;
    if (array && !output && held === undefined) copyIn(array as Input, views[entries], start);
  }

  const status = run(address);
  const grown = workspace.refresh();
  check(module, status);

  const results: Record<string, unknown> = {};
  for (let index = 0; index < fields.length; index += 1) {
    const { name, entries, bytes, output } = fields[index] as Field;
    const array = arrays[index] as Output<unknown> | undefined;
    if (!entries || !output || !array) continue;
    const { rows, cols, read } = array;
    const start = (address + (places[index] as number)) / bytes;
    const data = grown[entries].slice(start, start + rows * cols) as Float64Array;
    results[name] = read(data, rows, cols);
  }
  return results;
}

function copyIn({ name, rows, cols, data }: Input, into: Numbers, address: number): void {
  // A getter of a later argument may have resized the buffer; a longer array would overwrite the arrays behind it.
  const length = Array.isArray(data) ? data.length : lengthOf(data as Numbers);
  if (length !== rows * cols) {
    throw new EngineError(
      "type",
      `${name} changed its length from ${rows * cols} to ${length} while the arguments were read.`,
    );
  }
  // Empty inputs are skipped: their buffer may be detached, and set() would throw.
  if (length > 0) into.set(data, address / into.BYTES_PER_ELEMENT);
}

/** Numbers that cross as one array, by name: the entries of `data` from place·names.length on. */
export function record<Name extends string>(
  names: readonly Name[],
  data: Float64Array,
  place = 0,
): Record<Name, number> {
  const named = {} as Record<Name, number>;
  names.forEach((name, index) => {
    named[name] = data[place * names.length + index] as number;
  });
  return named;
}
