/** What crosses into the engine and comes out of it. */

/** Numbers row by row: entry (i, j) is `data[i * cols + j]`. */
export interface Matrix<T extends Float64Array | Float32Array = Float64Array> {
  readonly rows: number;
  readonly cols: number;
  readonly data: T;
}

/** Single precision in, single precision out. */
export type Matrix32 = Matrix<Float32Array>;

/** What is taken for a matrix: the engine's own shape, or rows of numbers, all of one length. */
export type MatrixInput = Matrix | Matrix32 | readonly (readonly number[])[];

/** What is taken for a list of numbers. */
export type VectorInput = Float64Array | Float32Array | readonly number[];

/** As numpy.mean, numpy.var and numpy.std. */
export interface Moments {
  readonly count: number;
  readonly mean: number;
  readonly variance: number;
  readonly std: number;
  readonly min: number;
  readonly max: number;
}
