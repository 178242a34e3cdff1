/**
 * Tensors that belong together: those of all layers, or of all layers and heads, whose names differ
 * by numbers alone, as `layers.3.attn.k`.
 */
import { shapeText } from "./reading-error.js";
import { type AnyTensor, isText, rangeAt, type Tensor } from "./tensor.js";

export interface TensorGroup<Member extends AnyTensor = AnyTensor> {
  /** The name, with `*` in place of each number. */
  readonly label: string;
  /** The extents of the numbers in the name; none of a tensor alone. */
  readonly extents: readonly number[];
  /** The shape of all, with these extents before that of each. */
  readonly shape: readonly number[];
  /** In the order of their numbers. */
  readonly tensors: readonly Member[];
}

const NUMBER = /\d+/g;
/** Layers and heads. */
const MOST_NUMBERS = 2;
/** The names that np.savez gives arrays without one: queries and keys as often as layers. */
const NUMPY_NAME = /^arr_\d+$/;

const groupOfOne = (tensor: AnyTensor): TensorGroup => ({
  label: tensor.name,
  extents: [],
  shape: tensor.shape,
  tensors: [tensor],
});

const numbersIn = (name: string) => (name.match(NUMBER) ?? []).map(Number);

const isSquare = (shape: readonly number[]) => shape.length >= 2 && shape.at(-1) === shape.at(-2);

/** All groups, in the order of their first tensors. */
export function groupsOf(tensors: readonly AnyTensor[]): readonly TensorGroup[] {
  const alike = new Map<string, AnyTensor[]>();
  for (const tensor of tensors) {
    const { name, dtype, shape } = tensor;
    const alone = NUMPY_NAME.test(name) && !isSquare(shape);
    const label = alone ? name : name.replace(NUMBER, "*");
    const key = `${label} ${dtype} ${shapeText(shape)}`;
    alike.set(key, [...(alike.get(key) ?? []), tensor]);
  }
  return [...alike.values()].flatMap((members) => grouped(members) ?? members.map(groupOfOne));
}

/** Members as one group; undefined where their numbers leave a gap or vary in too many places. */
function grouped(members: readonly AnyTensor[]): TensorGroup | undefined {
  const [first] = members;
  if (!first || members.length === 1) return undefined;
  const numbers = members.map(({ name }) => numbersIn(name));
  const places = numbersIn(first.name).keys();
  // In q1_layer_3 the first number is part of the name.
  const varying = [...places].filter(
    (place) => new Set(numbers.map((each) => each[place])).size > 1,
  );
  if (varying.length === 0 || varying.length > MOST_NUMBERS) return undefined;
  const values = varying.map((place) =>
    [...new Set(numbers.map((each) => each[place] as number))].sort((a, b) => a - b),
  );
  const extents = values.map((each) => each.length);
  const count = extents.reduce((product, extent) => product * extent, 1);
  if (count !== members.length) return undefined;
  const placeOf = (each: readonly number[]) =>
    varying.reduce((at, place, axis) => {
      const list = values[axis] as number[];
      return at * list.length + list.indexOf(each[place] as number);
    }, 0);
  const ordered = new Array<AnyTensor>(count);
  for (const [index, member] of members.entries()) {
    ordered[placeOf(numbers[index] as number[])] = member;
  }
  let place = -1;
  const label = first.name.replace(NUMBER, (number) => {
    place += 1;
    return varying.includes(place) ? "*" : number;
  });
  return { label, extents, shape: [...extents, ...first.shape], tensors: ordered };
}

export const isNumberGroup = (group: TensorGroup): group is TensorGroup<Tensor> =>
  !group.tensors.some(isText);

/** The tensor that holds the entries at leading indices of a group, and their place in it. */
export function sliceOf<Member extends AnyTensor>(
  group: TensorGroup<Member>,
  leading: readonly number[],
): { readonly tensor: Member; readonly start: number; readonly end: number } {
  const { extents, tensors } = group;
  const place = extents.reduce((at, extent, axis) => at * extent + (leading[axis] ?? 0), 0);
  const tensor = tensors[place] as Member;
  const { start, end } = rangeAt(tensor.shape, leading.slice(extents.length));
  return { tensor, start, end };
}
