/** Random choices that a seed repeats. */
export class Dice {
  constructor(private state: number) {}

  /** The next number of mulberry32, from 0 up to but not including 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `least` to `most`. */
  int(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.int(0, items.length - 1)] as T;
  }

  list<T>(length: number, entry: () => T): T[] {
    return Array.from({ length }, entry);
  }
}

const { MAX_VALUE, MIN_VALUE, EPSILON, NaN: nan, POSITIVE_INFINITY: infinity } = Number;
const EDGES = [
  0,
  MIN_VALUE,
  2 ** -1022,
  1e-310,
  1e-200,
  1e-30,
  EPSILON,
  1 - EPSILON,
  1,
  1 + EPSILON,
  1e15,
  3e38,
  1e39,
  1e100,
  1e154,
  1e155,
  1e200,
  1e307,
  MAX_VALUE,
  MAX_VALUE / 2,
];

/** How the numbers of an argument are drawn. */
export type Kind = "calm" | "edge" | "wild";

export function number(dice: Dice, kind: Kind): number {
  if (kind === "wild" && dice.chance(0.05)) return dice.pick([nan, infinity, -infinity]);
  if (kind !== "calm" && dice.chance(0.6)) {
    return dice.pick(EDGES) * dice.pick([1, 1, -1]) * dice.pick([1, 1, 1, dice.next()]);
  }
  return dice.chance(0.2) ? dice.int(-3, 3) : 8 * dice.next() - 4;
}

export function kind(dice: Dice): Kind {
  return dice.pick<Kind>(["calm", "calm", "edge", "wild"]);
}
