/** The parameters of the lanes at some steps of a run, so many as a limit of bytes allows. */

export interface Snapshot {
  readonly step: number;
  /** Of each lane. */
  readonly parameters: readonly Float32Array[];
}

/** Bytes of all snapshots of a race. */
const LIMIT = 64e6;

const bytesOf = ({ parameters }: Snapshot) =>
  parameters.reduce((sum, { byteLength }) => sum + byteLength, 0);

/** The list with a snapshot, if its last one is long enough ago; where the bytes exceed the limit, every second one goes. */
export function withSnapshot(
  list: readonly Snapshot[],
  snapshot: Snapshot,
  limit = LIMIT,
): readonly Snapshot[] {
  const [first, second, last] = [list[0], list[1], list.at(-1)];
  const apart = first && second ? second.step - first.step : 1;
  if (last !== undefined && snapshot.step < last.step + apart) return list;
  const longer = [...list, snapshot];
  const many = longer.length > 2 && longer.length * bytesOf(snapshot) > limit;
  return many ? longer.filter((_, i) => i % 2 === 0) : longer;
}
