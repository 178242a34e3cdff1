// @ts-check
/**
 * Timing side by side: all contestants take turns, so that whatever else the machine does meets
 * each of them alike, and a ratio is taken within a round.
 */

/**
 * @typedef {object} Contestant
 * @property {string} name
 * @property {(calls: number) => Promise<number>} sample so many calls, one after the other:
 *   milliseconds for all of them
 *
 * @typedef {object} Timing
 * @property {string} name
 * @property {number} median milliseconds a call
 * @property {number} spread half the distance of the quartiles, as a part of the median
 * @property {number} ratio time over that of the first contestant: the median of the rounds' own
 *   ratios
 * @property {number[]} times milliseconds a call, a round each
 */

/**
 * @param {readonly number[]} values
 * @param {number} probability
 */
export function quantile(values, probability) {
  const sorted = [...values].sort((a, b) => a - b);
  const place = probability * (sorted.length - 1);
  const low = sorted[Math.floor(place)] ?? Number.NaN;
  const high = sorted[Math.ceil(place)] ?? Number.NaN;
  return low + (high - low) * (place - Math.floor(place));
}

/** @param {readonly number[]} values */
export const median = (values) => quantile(values, 0.5);

/** @param {readonly number[]} values */
export const spreadOf = (values) =>
  (quantile(values, 0.75) - quantile(values, 0.25)) / 2 / median(values);

/**
 * Samples of a call in this process.
 * @param {() => unknown} call
 * @returns {Contestant["sample"]}
 */
export const timed = (call) => async (calls) => {
  const start = performance.now();
  for (let i = 0; i < calls; i++) {
    const result = call();
    // Waiting for what is there already would cost a turn of the event loop's queue.
    if (result instanceof Promise) await result;
  }
  return performance.now() - start;
};

/**
 * The ratio of two contestants, round by round; NaN where one was not measured.
 * @param {readonly Pick<Timing, "name" | "times">[]} timings
 * @param {string} name
 * @param {string} reference
 */
export function ratioOf(timings, name, reference) {
  const [own, base] = [name, reference].map((who) => timings.find((each) => each.name === who));
  if (own === undefined || base === undefined) return Number.NaN;
  return median(own.times.map((time, round) => time / (base.times[round] ?? Number.NaN)));
}

/**
 * How thorough a run is.
 * @typedef {object} Pace
 * @property {number} rounds
 * @property {number} warmUp rounds before the first that counts
 * @property {number} sampleMs how long a sample lasts at least
 * @property {number} largest the most multiply-adds of a product for which a problem is still posed
 */
/** @type {Pace} */
export const THOROUGH = { rounds: 15, warmUp: 2, sampleMs: 25, largest: Number.POSITIVE_INFINITY };
/** A smoke test: its figures are not for quoting. @type {Pace} */
export const QUICK = { rounds: 3, warmUp: 1, sampleMs: 4, largest: 2 ** 22 };

/**
 * The number of calls that fill a sample, so that the clock's own step does not matter. Getting
 * there warms up.
 * @param {Contestant} contestant
 * @param {Pace} pace
 */
async function callsPerSample({ sample }, { sampleMs }) {
  for (let calls = 1; ; ) {
    const time = await sample(calls);
    if (time >= sampleMs / 2) return Math.max(1, Math.round((calls * sampleMs) / time));
    calls = Math.ceil(calls * Math.min(8, sampleMs / Math.max(time, 0.01)));
  }
}

/**
 * The order of contestants in a round. Every sample runs with the heap, the caches and the sleeping
 * processes that the one before has left. In as many rounds as there are contestants (twice as
 * many, where their number is odd), each follows each other equally often within a round, and
 * nearly so in other numbers of rounds (Williams 1949, Designs balanced for the estimation of
 * residual effects).
 * @param {number} count
 * @param {number} round from 0
 * @returns {number[]}
 */
export function turns(count, round) {
  const zigzag = Array.from({ length: count }, (_, place) =>
    place % 2 === 1 ? (place + 1) / 2 : count - place / 2,
  );
  const order = zigzag.map((place) => (place + round) % count);
  return count % 2 === 1 && Math.floor(round / count) % 2 === 1 ? order.reverse() : order;
}

/**
 * @param {readonly Contestant[]} contestants ours first
 * @param {Pace} pace
 * @returns {Promise<Timing[]>} in their order
 */
export async function race(contestants, pace) {
  const entries = [];
  for (const contestant of contestants) {
    const calls = await callsPerSample(contestant, pace);
    entries.push({ contestant, calls, times: /** @type {number[]} */ ([]) });
  }
  for (let round = -pace.warmUp; round < pace.rounds; round++) {
    for (const turn of turns(entries.length, round + pace.warmUp)) {
      const entry = /** @type {(typeof entries)[number]} */ (entries[turn]);
      const time = (await entry.contestant.sample(entry.calls)) / entry.calls;
      if (round >= 0) entry.times.push(time);
    }
  }
  const timings = entries.map(({ contestant: { name }, times }) => ({ name, times }));
  return timings.map(({ name, times }) => ({
    name,
    median: median(times),
    spread: spreadOf(times),
    ratio: ratioOf(timings, name, timings[0]?.name ?? ""),
    times,
  }));
}
