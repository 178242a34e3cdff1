/** Calls whose arguments are not what they say, or change while they are read. */
import { detached, lying, lyingClass, type Resizable, resizableBuffer } from "../odd-arrays.js";
import { e, nan, type Tables, x } from "./calls.js";

const matrix = (data: unknown, size = 3) => ({ rows: size, cols: size, data });

/** A typed array of 4 MB whose own `length` says 9, and one whose class says so. */
const longer = lying(new Float64Array(2 ** 19).fill(7), 9);
const LyingArray = lyingClass(Float64Array, 9) as Float64ArrayConstructor;

/** A call that changes the size of an argument's memory while another is read. */
function resized(bytes: number) {
  const buffer = resizableBuffer(72, 2 ** 22);
  const options = {
    get scale() {
      buffer.resize(bytes);
      return 1;
    },
  };
  return e.attention(matrix(new Float64Array(buffer).fill(1)), x, x, options);
}

function transferred() {
  const data = new Float64Array(9);
  const options = {
    get mask() {
      structuredClone(data.buffer, { transfer: [data.buffer] });
      return "none";
    },
  };
  return e.attention(x, x, matrix(data), options);
}

function madeSmaller() {
  const data = new Float64Array(resizableBuffer(72, 72), 8, 8);
  (data.buffer as Resizable).resize(0);
  return data;
}

const proxied = new Proxy(new Float64Array(9), {});
const withLength = (length: unknown) =>
  new Proxy([1, 2], {
    get: (target, key) => (key === "length" ? length : Reflect.get(target, key)),
  });
const endless = (entry: unknown, length = 2 ** 32 - 1) =>
  new Proxy([], { get: (_, key) => (key === "length" ? length : entry) });
function revoked() {
  const { proxy, revoke } = Proxy.revocable([1], {});
  revoke();
  return proxy;
}

const gone = /^\S+ has no memory left: its buffer was transferred or made smaller\.$/;
const most = /^\S+ would be (1×4294967295|4294967295×0); it may have up to \d+ entries\.$/;

// biome-ignore format: a table, whose rows would take six lines each
export const badDisguises: Tables = {
  "a length that lies": [
    ["of an array", () => e.attention(matrix(longer), x, x),
      "shape", /^queries is 3×3 but its data has 524288 entries\.$/],
    ["of a class", () => e.softmax(matrix(new LyingArray(100))),
      "shape", /^logits is 3×3 but its data has 100 entries\.$/],
    ["of a mask", () => e.attention([[1], [2]], [[1], [2]], x, { mask: matrix(lying(new Uint8Array(9), 4), 2) }),
      "shape", /^mask is 2×2 but its data has 9 entries\.$/],
  ],
  "memory that changes its size while the arguments are read": [
    ["larger", () => resized(2 ** 22), "type", /^queries changed its length from 9 to \d+ while the arguments were read\.$/],
    ["smaller", () => resized(0), "type", /^queries changed its length from 9 to \d+ while the arguments were read\.$/],
    ["transferred", transferred, "type", /^values changed its length from 9 to 0 /],
  ],
  "memory that is gone": [
    ["keys", () => e.attention(x, matrix(detached(9)), x), "type", gone],
    ["logits without entries", () => e.softmax(matrix(detached(0), 0)), "type", gone],
    ["a mask", () => e.attention(x, x, x, { mask: matrix(detached(9)) }), "type", gone],
    ["data", () => e.moments(detached(2)), "type", /^data has no memory left: /],
    ["scales", () => e.saturation([1], detached(2)), "type", /^scales has no memory left: /],
    ["made smaller", () => e.quantiles(madeSmaller(), [0.5]), "type", /^data has no memory left: /],
  ],
  // Only the language can read a typed array through a proxy.
  "a proxy": [
    ["of a matrix's data", () => e.softmax(matrix(proxied)),
      "type", /^logits.data is an object; it must be a Float64Array or a Float32Array\.$/],
    ["of a list", () => e.moments(proxied), "type", /^data is an object; /],
    ["an object with the prototype alone", () => e.moments(Object.create(Float64Array.prototype)), "type", /^data is an obj/],
    ["revoked", () => e.moments(revoked()), "type", /^The arguments of moments could not be read: .*revoked\.$/],
    ["revoked, as a mask", () => e.attention(x, x, x, { mask: revoked() }), "type", /^The arguments of attention/],
  ],
  "a length that is none": ["two", -1, 0.5, nan, 2 ** 32, {}].flatMap((length) => [
    [`of a list: ${length}`, () => e.moments(withLength(length)), "type", /^data has a length that is .* whole number\.$/],
    [`of a row: ${length}`, () => e.softmax([withLength(length)]), "type", /^logits has a length that is /],
    [`of outputs: ${length}`, () => e.attention(x, x, x, { outputs: withLength(length) }), "type", /^outputs has a length/],
  ]),
  "a list longer than any may be": [
    ["data", () => e.moments(endless(1)), "limit", most],
    ["rows", () => e.softmax(endless([])), "limit", most],
    ["a row", () => e.softmax([endless(1)]), "limit", most],
    ["a mask", () => e.attention(x, x, x, { mask: endless([]) }), "limit", most],
    ["outputs", () => e.attention(x, x, x, { outputs: endless("weights") }), "limit", most],
    ["words", () => e.wordVectors(endless("a"), { seed: 1, dim: 1 }), "limit", most],
    ["a seed that V8 cannot hold in an array that grows", () => e.randomNormal({ seed: endless(1, 2 ** 27), rows: 1, cols: 1 }),
      "limit", /^seed would be 1×134217728; /],
  ],
  "a long list": [
    ["with text at its end", () => e.moments([...new Array(4999).fill(1), "1"]),
      "type", /^data: entry 4999 is a string; every entry must be a number\.$/],
  ],
  outputs: [
    ["with a hole", () => e.attention(x, x, x, { outputs: Object.assign(new Array(2), { 1: "weights" }) }),
      "type", /^outputs must be an array of/],
  ],
};
