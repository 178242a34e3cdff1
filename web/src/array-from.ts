/**
 * What the build puts in place of `Array.from` (web/tools/built-ins.ts): Prototype.js and MooTools
 * give the pages that load them a function of their own by that name, which makes other lists.
 */
export function arrayFrom<Value, Entry = Value>(
  source: Iterable<Value> | ArrayLike<Value>,
  make: (value: Value, index: number) => Entry = (value) => value as unknown as Entry,
): Entry[] {
  const list: Entry[] = [];
  // A text is iterable, too, and no object.
  const values =
    Symbol.iterator in Object(source)
      ? [...(source as Iterable<Value>)]
      : (source as ArrayLike<Value>);
  for (let index = 0; index < values.length; index += 1) {
    list.push(make(values[index] as Value, index));
  }
  return list;
}
