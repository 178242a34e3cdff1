/** The largest number of heads up to `heads` that divides d_model. */
export function fittingHeads(dim: number, heads: number): number {
  let fitting = heads;
  while (dim % fitting !== 0) fitting -= 1;
  return fitting;
}
