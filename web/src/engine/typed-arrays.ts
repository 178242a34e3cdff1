/**
 * Reads the type and the length of a typed array by the language's own getters, taken once.
 * `length` may be an own property or a subclass's getter and return any value; `instanceof` is true
 * of proxies, which hold no numbers.
 */
const prototype = Object.getPrototypeOf(Uint8Array.prototype);

function getter(key: string | symbol): (this: unknown) => unknown {
  return Object.getOwnPropertyDescriptor(prototype, key)?.get as (this: unknown) => unknown;
}

const tagGetter = getter(Symbol.toStringTag);
const lengthGetter = getter("length");
const { keys } = prototype;

/** "Float64Array" and the like, also for arrays of another frame; undefined for any other value. */
export function typeOf(value: unknown): string | undefined {
  return tagGetter.call(value) as string | undefined;
}

/** How many entries a typed array has at this moment. */
export function lengthOf(array: ArrayBufferView): number {
  return lengthGetter.call(array) as number;
}

/**
 * Whether its buffer was transferred, or made smaller than the array: it then has length 0 and
 * cannot be read.
 */
export function hasLostItsMemory(array: ArrayBufferView): boolean {
  if (lengthOf(array) > 0) return false;
  try {
    keys.call(array);
    return false;
  } catch {
    return true;
  }
}
