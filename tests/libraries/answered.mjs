// @ts-check
/**
 * What a library answers to a row of input: its numbers, or that it refused. SAY_WHY prints why.
 * @param {() => number[]} work
 */
export function answered(work) {
  try {
    return work();
  } catch (error) {
    if (process.env.SAY_WHY) console.error(/** @type {Error} */ (error).message);
    return "refused";
  }
}
