/**
 * Arguments made from plain ones. Disguised arguments hold the same numbers in other objects and
 * must give the same result. Hostile arguments hold other values, or change while they are read.
 */
import { runInNewContext } from "node:vm";
import type { PackageEngine } from "attention-scale";
import {
  detached,
  lying,
  lyingClass,
  type Resizable,
  resizableBuffer,
  type Typed,
  type TypedConstructor,
} from "../odd-arrays.js";
import type { Dice } from "./dice.js";

type Floats = Float64Array | Float32Array;
type AnyObject = Record<PropertyKey, unknown>;

const isPlain = (value: unknown): value is AnyObject =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  !ArrayBuffer.isView(value);
const isFloats = (value: unknown): value is Floats =>
  value instanceof Float64Array || value instanceof Float32Array;
const isTyped = (value: unknown): value is Typed =>
  isFloats(value) || value instanceof Uint8Array || value instanceof Uint32Array;

const foreign = runInNewContext("({ Float64Array, Float32Array, Uint8Array, Uint32Array })") as {
  Float64Array: Float64ArrayConstructor;
  Float32Array: Float32ArrayConstructor;
  Uint8Array: Uint8ArrayConstructor;
  Uint32Array: Uint32ArrayConstructor;
};

/** A call of the engine from within another, good or bad. */
function callAgain(engine: PackageEngine, dice: Dice): void {
  try {
    if (dice.chance(0.3)) engine.moments([Number.NaN]);
    const data = new Float64Array(dice.pick([1, 4, 64])).fill(9);
    engine.softmax(data);
    engine.attention([[7, 8]], [[9, 9]], [[5]]);
    if (dice.chance(0.1)) {
      const square = { wq: [[1]], wk: [[1]], wv: [[1]], wo: [[1]] };
      engine.multiHeadAttention({ x: [[1]], ...square, heads: 1 });
      engine.sampleScores({ seed: 2, samples: 5, dim: 3, bins: 4, range: [-2, 2] });
      engine.startRecall({ dim: 5, seed: 2 });
    }
  } catch {
    // The call may fail; it only has to use the workspace.
  }
}

function disguisedTyped(given: Typed, dice: Dice): Typed {
  const Base = given.constructor as TypedConstructor;
  const on = (buffer: ArrayBufferLike, Type = Base): Typed => {
    const copy = new Type(buffer as ArrayBuffer, 0, given.length);
    copy.set(given);
    return copy;
  };
  const lie = dice.pick<unknown>([0, 1, 9, 2 ** 20, -1, "many", Number.NaN, undefined, {}]);
  return dice.pick([
    () => given,
    () => on(new SharedArrayBuffer(given.byteLength)),
    () => on(resizableBuffer(given.byteLength, given.byteLength + 4096)),
    () => on(new ArrayBuffer(given.byteLength), foreign[Base.name as keyof typeof foreign]),
    () => lying(given.slice(), lie),
    () => Object.defineProperty(given.slice(), "byteLength", { value: lie }),
    () => on(new ArrayBuffer(given.byteLength), lyingClass(Base, lie)),
    () =>
      Object.assign(given.slice(), {
        *[Symbol.iterator]() {
          yield 1;
        },
        toString: () => "3",
      }),
  ])();
}

/** The same numbers in other objects, some of whose getters call the engine. */
export function disguised(given: unknown, engine: PackageEngine, dice: Dice): unknown {
  if (isTyped(given)) return disguisedTyped(given, dice);
  if (Array.isArray(given)) {
    const entries = given.map((entry) => disguised(entry, engine, dice));
    return dice.pick<() => unknown>([
      () => entries,
      () => class extends Array {}.from(entries),
      () => reentrantProxy(entries, engine, dice),
      () => withGetters(entries, engine, dice),
    ])();
  }
  if (!isPlain(given)) return given;
  const fields = Object.fromEntries(
    Object.entries(given).map(([key, value]) => [key, disguised(value, engine, dice)]),
  );
  return dice.pick<() => unknown>([
    () => fields,
    () => Object.create(fields),
    () => Object.assign(Object.create(null), fields),
    () => reentrantProxy(fields, engine, dice),
    () => withGetters(fields, engine, dice),
  ])();
}

function reentrantProxy<T extends object>(target: T, engine: PackageEngine, dice: Dice): T {
  return new Proxy(target, {
    get(from, key) {
      if (dice.chance(0.2)) callAgain(engine, dice);
      return Reflect.get(from, key);
    },
  });
}

function withGetters<T extends object>(target: T, engine: PackageEngine, dice: Dice): T {
  for (const [key, value] of Object.entries(target)) {
    if (dice.chance(0.5)) continue;
    Object.defineProperty(target, key, {
      enumerable: true,
      get() {
        callAgain(engine, dice);
        return value;
      },
    });
  }
  return target;
}

function thrown(dice: Dice): unknown {
  return dice.pick<unknown>([
    new Error("thrown by the caller"),
    new RangeError("thrown by the caller"),
    undefined,
    Symbol("thrown"),
    Object.create(null),
    "thrown",
  ]);
}

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable([], {});
  revoke();
  return proxy;
}

function junk(dice: Dice): unknown {
  return dice.pick<() => unknown>([
    ...[undefined, null, true, "", "3", 7n, Symbol("junk"), Number.NaN, -1, 0.5, -0].map(
      (value) => () => value,
    ),
    ...[1e9, 2 ** 32, 2 ** 53, 1e308, Number.POSITIVE_INFINITY].map((value) => () => value),
    () => () => 1,
    () => ({}),
    () => [],
    () => [[]],
    () => Object.assign(new Array(2), { 1: 1 }),
    () => new Array(2 ** 32 - 1),
    () => new Date(0),
    () => new BigInt64Array(3),
    () => new Int8Array(9),
    () => new DataView(new ArrayBuffer(72)),
    () => new Proxy(new Float64Array(9), {}),
    () => Object.create(Float64Array.prototype),
    () => ({ rows: 3, cols: 3, data: detached(9) }),
    () => ({ rows: 1, cols: 1, data: { length: 1, 0: 1 } }),
    () => new Proxy([1, 2], { get: (_, key) => (key === "length" ? thrown(dice) : 1) }),
    () => ({ length: 3, 0: 1, 1: 2, 2: 3 }),
    () => ({ valueOf: () => 1, toString: () => "1" }),
    revoked,
    () => detached(9),
  ])();
}

/** Every container in a tree of arguments with the keys under which it holds something. */
function places(given: object): [AnyObject, string][] {
  return Object.entries(given).flatMap(([key, value]): [AnyObject, string][] => [
    [given as AnyObject, key],
    ...(isPlain(value) || Array.isArray(value) ? places(value) : []),
  ]);
}

/** Arguments of which one part is bad, throws, or changes another when it is read. */
export function hostile(given: readonly unknown[], engine: PackageEngine, dice: Dice): unknown[] {
  const tree = copied(given) as unknown[];
  const all = places(tree);
  if (all.length === 0) return [junk(dice)];
  const [holder, key] = dice.pick(all);
  const old = holder[key];
  const overflowStack = (): unknown => {
    callAgain(engine, dice);
    return holder[key];
  };
  const anyGetter = dice.pick<() => unknown>([
    () => {
      throw thrown(dice);
    },
    () => (dice.chance(0.5) ? junk(dice) : old),
    () => {
      callAgain(engine, dice);
      for (const [other, name] of all) {
        if (other !== holder || name !== key) change(other[name], dice);
      }
      return old;
    },
    () => {
      const [other, name] = dice.pick(all);
      // Not the property that is being read.
      if (other !== holder) other[name] = junk(dice);
      return old;
    },
  ]);
  const get = dice.chance(0.003) ? overflowStack : anyGetter;
  // The list of the arguments itself is read by the language, before the call.
  if (dice.chance(0.4) || holder === (tree as unknown)) holder[key] = junk(dice);
  else {
    for (const [other, name] of all) {
      const value = other[name];
      if (isFloats(value)) other[name] = resizable(value, dice);
    }
    Object.defineProperty(holder, key, { get, set() {}, configurable: true, enumerable: true });
  }
  return tree;
}

function resizable(given: Floats, dice: Dice): Floats {
  const Type = given instanceof Float64Array ? Float64Array : Float32Array;
  const buffer = resizableBuffer(given.byteLength, 2 ** 16);
  // Without a length it follows its buffer.
  const copy = dice.chance(0.5) ? new Type(buffer) : new Type(buffer, 0, given.length);
  copy.set(given);
  return copy;
}

/** Makes memory larger or smaller or takes it away, and lists longer or shorter. */
function change(value: unknown, dice: Dice): void {
  if (isFloats(value) && !(value.buffer instanceof SharedArrayBuffer)) {
    const buffer = value.buffer as Resizable;
    if (dice.chance(0.2)) structuredClone(buffer, { transfer: [buffer] });
    else if ("resizable" in buffer && buffer.resizable) buffer.resize(dice.pick([0, 8, 2 ** 16]));
  } else if (Array.isArray(value)) {
    if (dice.chance(0.5)) value.length = 0;
    else value.push(...new Array(1000).fill(dice.pick([1, [1], undefined])));
  }
}

function copied(value: unknown): unknown {
  if (isFloats(value)) return value.slice();
  if (Array.isArray(value)) return value.map(copied);
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, copied(entry)]));
}
