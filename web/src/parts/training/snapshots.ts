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

export class Snapshots {
  list: readonly Snapshot[] = [];
  /** The least number of steps from one to the next. */
  private apart = 1;

  constructor(private readonly limit = LIMIT) {}

  /** Keeps a snapshot if the last one is long enough ago; where the bytes exceed the limit, every second one goes. */
  add(snapshot: Snapshot): void {
    const last = this.list.at(-1);
    if (last !== undefined && snapshot.step < last.step + this.apart) return;
    this.list = [...this.list, snapshot];
    while (this.list.length > 2 && this.list.length * bytesOf(snapshot) > this.limit) {
      this.list = this.list.filter((_, i) => i % 2 === 0);
      const [first, second] = this.list;
      this.apart = Math.max(2 * this.apart, (second?.step ?? 0) - (first?.step ?? 0));
    }
  }
}
