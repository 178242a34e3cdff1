/** The mean of numbers that the engine has computed, as a sentence or a label tells it. */
export const mean = (numbers: ArrayLike<number>): number =>
  Array.from(numbers).reduce((sum, number) => sum + number, 0) / numbers.length;
