/** The arguments and results of the engine. */

/** Numbers row by row: entry (i, j) is `data[i * cols + j]`. */
export interface Matrix<T extends Float64Array | Float32Array = Float64Array> {
  readonly rows: number;
  readonly cols: number;
  readonly data: T;
}

/** Numbers in double or in single precision. */
export type Floats = Float64Array | Float32Array;

/**
 * `"xavier"`: each matrix uniform within ±√(6/(rows + cols)); `"packed"`: the same, with W^Q, W^K and W^V as one matrix
 * of 3d rows, as PyTorch's `nn.Transformer`; `"normal"`: N(0, .02²), as BERT and GPT-2. Biases are 0.
 */
export type Initialisation = "xavier" | "packed" | "normal";

/** A matrix in single precision. */
export type Matrix32 = Matrix<Float32Array>;

/** A matrix as an argument: the engine's own type, or rows of numbers, all of one length. */
export type MatrixInput = Matrix | Matrix32 | readonly (readonly number[])[];

/** A list of numbers as an argument. */
export type VectorInput = Float64Array | Float32Array | readonly number[];

/** True where the query (row) attends to the key (column). */
export type BooleanMatrix =
  | readonly (readonly boolean[])[]
  | { readonly rows: number; readonly cols: number; readonly data: ArrayLike<boolean | number> };

/** Results by name: numbers, lists of one length, or matrices of one shape. */
export type Numbers<Name extends string> = Readonly<Record<Name, number>>;
export type Lists<Name extends string> = Readonly<Record<Name, Float64Array>>;
export type Matrices<Name extends string, T extends Floats = Float64Array> = Readonly<
  Record<Name, Matrix<T>>
>;

/** As numpy.mean, numpy.var and numpy.std. */
export type Moments = Numbers<"count" | "mean" | "variance" | "std" | "min" | "max">;
