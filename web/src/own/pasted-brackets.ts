/**
 * Arrays as NumPy, PyTorch, JAX, TensorFlow and Python print them, alone or one after the other:
 * `array([[1., 2.]])`, `tensor([[1., 2.]], device='cuda:0')`, `[[1. 2.]\n [3. 4.]]`, `q = [[1, 2]]`.
 */
import { type EntryReader, listTensor, MOST_DEPTH } from "./nested-list.js";
import { printedNumber } from "./printed-number.js";
import { excerpt, refuse } from "./reading-error.js";
import type { AnyTensor } from "./tensor.js";

/** The name of a function that makes an array, where its bracket opens. */
const MAKER = /\b(?:(?:np|numpy|torch|jnp|tf|mx|cp)\.)?(?:as)?(?:array|Array|tensor|Tensor)\(/g;
/** What an array's print says beside its numbers: `, dtype=float32`, `, grad_fn=<AddBackward0>`. */
const PROPERTY =
  /,\s*(?:dtype|device|grad_fn|requires_grad|size|shape|layout|names)=(?:<[^<>]*>|'[^']*'|\([^()]*\)|[\w.]+(?:\([^()]*\))?)/g;
/** What stands in a list. */
const TOKEN = /'[^'\\]*(?:\\[\s\S][^'\\]*)*'|"[^"\\]*(?:\\[\s\S][^"\\]*)*"|[[\];]|[^\s,;[\]()'"]+/y;
const BETWEEN = /[\s,()]*/y;
/** `q = `, `'q': `, `"attn": (`, before a list. */
const NAME = /["']?([A-Za-z_][\w.]*)["']?\s*(?:=|:|<-)[\s(]*$/;
/** PyTorch's common factor in older versions: `1.00000e-05 *`. */
const FACTOR = /(\d+(?:\.\d*)?(?:e[+-]?\d+)?)\s*\*\s*$/i;

/** What PyTorch prints before a parameter, and is no name. */
const PARAMETER = /\bParameter containing:\s*/g;

/** @param name what an array is called that has no name of its own */
export function readBrackets(name: string, text: string): readonly AnyTensor[] {
  const plain = text.replace(PARAMETER, "").replace(PROPERTY, "").replace(MAKER, "(");
  const tensors: AnyTensor[] = [];
  let end = 0;
  for (let start = plain.indexOf("["); start >= 0; start = plain.indexOf("[", end)) {
    const before = plain.slice(Math.max(end, start - 200), start);
    const [factorText, factor] = FACTOR.exec(before) ?? ["", "1"];
    const [, own = ""] = NAME.exec(before.slice(0, before.length - factorText.length)) ?? [];
    const read = listAt(plain, start);
    end = read.end;
    const unnamed = tensors.length === 0 ? name : `${name}_${tensors.length}`;
    tensors.push(listTensor(own === "" ? unnamed : own, read.list, printedEntries(Number(factor))));
  }
  return tensors;
}

const isQuoted = (entry: unknown): entry is string =>
  typeof entry === "string" && /^['"]/.test(entry);

/** Entries are as they stand in the text. */
const printedEntries = (factor: number): EntryReader => ({
  numberOf(entry) {
    const value = typeof entry === "string" ? printedNumber(entry) : undefined;
    return value === undefined ? undefined : value * factor;
  },
  textOf: (entry) => (isQuoted(entry) ? entry.slice(1, -1).replace(/\\(.)/g, "$1") : undefined),
});

interface OpenList {
  readonly entries: unknown[];
  /** The rows before the last semicolon: MATLAB and Julia write `[1 2; 3 4]`. */
  rows: unknown[][] | undefined;
}

const closed = ({ entries, rows }: OpenList): unknown[] =>
  rows === undefined ? entries : [...rows, ...(entries.length > 0 ? [entries] : [])];

/** The list whose bracket stands at `start`, its entries as texts, and where it ends. */
function listAt(text: string, start: number): { list: readonly unknown[]; end: number } {
  const open: OpenList[] = [];
  let at = start;
  while (at < text.length) {
    BETWEEN.lastIndex = at;
    BETWEEN.exec(text);
    TOKEN.lastIndex = BETWEEN.lastIndex;
    const [token = ""] = TOKEN.exec(text) ?? [];
    if (token === "") break;
    at = TOKEN.lastIndex;
    const last = open.at(-1);
    if (token === "[") {
      if (open.length === MOST_DEPTH) refuse("deep", { name: "[[…", most: MOST_DEPTH });
      open.push({ entries: [], rows: undefined });
    } else if (token === "]") {
      open.pop();
      const list = closed(last as OpenList);
      const outer = open.at(-1);
      if (!outer) return { list, end: at };
      outer.entries.push(list);
    } else if (token === ";") {
      const ended = last as OpenList;
      ended.rows ??= [];
      ended.rows.push(ended.entries.splice(0));
    } else {
      (last as OpenList).entries.push(token);
    }
  }
  return refuse("pasteOpen", { text: excerpt(text.slice(start), 30) });
}
