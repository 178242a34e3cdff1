/**
 * What the tensors of a file are: which hold queries, keys, values, weights and tokens, and which
 * of their dimensions are layers, batch and heads. What was understood is a choice of plain texts,
 * which a reader may change and a link may hold: names and shapes, no data.
 */
import { unpacked } from "./packed.js";
import { type ReadingCode, ReadingError, refuse, shapeText } from "./reading-error.js";
import { type AnyTensor, checkFinite, isText, type Numbers, type Tensor } from "./tensor.js";
import { groupsOf, isNumberGroup, sliceOf, type TensorGroup } from "./tensor-groups.js";
import { isParameter, ROLES, type Role, roleOfName } from "./tensor-names.js";

/** The dimensions before the last two, in the order in which they stand; the last ones count. */
export const AXES = ["layers,batch,heads", "batch,layers,heads", "layers,heads,batch"] as const;
export type Axes = (typeof AXES)[number];
type Axis = "layers" | "batch" | "heads";

/** Which of the last two dimensions before the width stands first in queries, keys and values. */
export const ORDERS = ["heads,tokens", "tokens,heads"] as const;
export type Order = (typeof ORDERS)[number];

/** "q_proj 12×512×64" for each role, "" for one that nothing has. */
export interface Choice extends Readonly<Record<Role, string>> {
  readonly axes: Axes;
  readonly order: Order;
}

/** A head of a layer for one text of the batch. */
export interface HeadPlace {
  readonly layer: number;
  readonly batch: number;
  readonly head: number;
}

export interface Understood {
  readonly choice: Choice;
  /** What each role may be: the choices of its select. */
  readonly options: Readonly<Record<Role, readonly string[]>>;
  readonly layers: number;
  readonly batch: number;
  readonly heads: number;
  /** The heads of keys and values, of which several heads of queries share one. */
  readonly keyHeads: number;
  /** The heads of the weights: 1 where they are means over the heads. */
  readonly weightHeads: number;
  /** n and m. */
  readonly queries: number;
  readonly keys: number;
  /** d_k and d_v; 0 where there are no queries, or no values. */
  readonly width: number;
  readonly valueWidth: number;
  /** The roles that something has. */
  readonly roles: readonly Role[];
  /** The matrix of a role, row by row. @throws ReadingError where an entry is not finite */
  read(role: Exclude<Role, "tokens">, place: HeadPlace): Promise<Numbers>;
  /** Where the weights of a head stand, all of them one after the other; null without weights. */
  placeOfWeights(place: HeadPlace): StoredPlace | null;
  /** The tokens of a text as texts or numbers; undefined where there are none. */
  readTokens(batch: number): Promise<readonly string[] | undefined>;
}

/** Entries of a tensor, from number `start` up to `end`. */
export interface StoredPlace {
  readonly tensor: Tensor;
  readonly start: number;
  readonly end: number;
}

/** What to show where nothing, or something that does not fit, is chosen. */
export interface Misunderstood {
  readonly choice: Choice;
  readonly options: Understood["options"];
  readonly problem: ReadingError;
}

const MATRIX_ROLES = ["queries", "keys", "values", "weights", "scores"] as const;
type MatrixRole = (typeof MATRIX_ROLES)[number];
const MOST_DIMENSIONS = 5;

const optionText = ({ label, shape }: TensorGroup) => `${label} ${shapeText(shape)}`;

const fitsMatrix = (group: TensorGroup): group is TensorGroup<Tensor> =>
  isNumberGroup(group) && group.shape.length >= 2 && group.shape.length <= MOST_DIMENSIONS;
const fitsTokens = ({ shape }: TensorGroup) => shape.length === 1 || shape.length === 2;
const fitsRole = (group: TensorGroup, role: Role) =>
  role === "tokens" ? fitsTokens(group) : fitsMatrix(group);

/** What the names and shapes tell; roles that they do not tell are "". */
function guessed(groups: readonly TensorGroup[]): Readonly<Record<Role, string>> {
  const found: Partial<Record<Role, TensorGroup>> = {};
  for (const group of groups) {
    const role = roleOfName(group.label);
    if (role !== undefined && fitsRole(group, role)) found[role] ??= group;
  }
  if (MATRIX_ROLES.every((role) => found[role] === undefined)) {
    Object.assign(found, guessedByShape(groups.filter(({ label }) => !isParameter(label))));
  }
  const texts = ROLES.map((role) => [role, found[role] ? optionText(found[role]) : ""]);
  return Object.fromEntries(texts) as Record<Role, string>;
}

/** One square array is weights; two or three that fit are queries, keys and values. */
function guessedByShape(groups: readonly TensorGroup[]): Partial<Record<Role, TensorGroup>> {
  const matrices = groups.filter(fitsMatrix);
  const [first, second, third] = matrices;
  if (!first) return {};
  const { shape } = first;
  if (matrices.length === 1) return shape.at(-1) === shape.at(-2) ? { weights: first } : {};
  if (!second || matrices.length > 3 || shape.at(-1) !== second.shape.at(-1)) return {};
  const isThird = third && third.shape.at(-2) === second.shape.at(-2);
  return isThird
    ? { queries: first, keys: second, values: third }
    : { queries: first, keys: second };
}

/** The extents of a matrix role by their names. */
interface Extents extends Record<Axis, number> {
  readonly rows: number;
  readonly cols: number;
}

interface Chosen {
  readonly role: MatrixRole;
  readonly group: TensorGroup<Tensor>;
  /** The names of the dimensions before rows and columns. */
  readonly axes: readonly Axis[];
  /** Whether heads stand behind the rows. */
  readonly swapped: boolean;
  readonly extents: Extents;
}

/**
 * @param name the file's, for sentences
 * @param wanted what the reader has chosen, or a link; the rest is guessed
 */
export function understand(
  name: string,
  tensors: readonly AnyTensor[],
  wanted: Partial<Choice> = {},
): Understood | Misunderstood {
  const groups = groupsOf(unpacked(tensors));
  const optionsOf = (role: Role) => groups.filter((group) => fitsRole(group, role)).map(optionText);
  const options = Object.fromEntries(
    ROLES.map((role): [string, readonly string[]] => [role, optionsOf(role)]),
  ) as Understood["options"];
  const choice: { -readonly [Key in keyof Choice]: Choice[Key] } = {
    ...guessed(groups),
    axes: "layers,batch,heads",
    order: "heads,tokens",
    ...wanted,
  };
  if (wanted.axes === undefined) choice.axes = guessedAxes(choice);
  try {
    if (wanted.order !== undefined) return understoodAs(name, groups, choice, options);
    return understoodInAnyOrder(name, groups, choice, options);
  } catch (problem) {
    if (problem instanceof ReadingError) return { choice, options, problem };
    throw problem;
  }
}

/** The dimensions of a choice, as "q 12×512×64" tells them. */
export const dimensionsOf = (chosen: string): number =>
  chosen === "" ? 0 : (chosen.split(" ").at(-1) ?? "").split("×").length;

/** The first of four dimensions counts texts, unless the name says that it counts layers. */
function guessedAxes(choice: Choice): Axes {
  const hasLayers = MATRIX_ROLES.some(
    (role) => dimensionsOf(choice[role]) === 4 && /layers|attentions\b/i.test(choice[role]),
  );
  return hasLayers ? "batch,layers,heads" : "layers,batch,heads";
}

/** Some libraries have tokens before heads: where weights or tokens tell so, that is taken. */
function understoodInAnyOrder(
  name: string,
  groups: readonly TensorGroup[],
  choice: Choice,
  options: Understood["options"],
): Understood {
  try {
    return understoodAs(name, groups, choice, options);
  } catch (problem) {
    if (choice.weights + choice.scores + choice.tokens === "") throw problem;
    try {
      return understoodAs(name, groups, { ...choice, order: "tokens,heads" }, options);
    } catch {
      throw problem;
    }
  }
}

function understoodAs(
  name: string,
  groups: readonly TensorGroup[],
  choice: Choice,
  options: Understood["options"],
): Understood {
  const groupOf = (role: Role): TensorGroup | undefined => {
    if (choice[role] === "") return undefined;
    const found = groups.find((group) => optionText(group) === choice[role]);
    if (!found) return refuse("unchosen", { choice: choice[role] });
    if (!fitsRole(found, role)) {
      refuse("rank", { name: found.label, shape: shapeText(found.shape) });
    }
    return found;
  };
  const chosen: Partial<Record<MatrixRole, Chosen>> = {};
  for (const role of MATRIX_ROLES) {
    const group = groupOf(role);
    if (group && fitsMatrix(group)) chosen[role] = chosenAs(role, group, choice);
  }
  const { queries, keys, values, weights, scores } = chosen;
  const square = weights ?? scores;
  if (!square && !(queries && keys)) return refuseNothing(name, groups);
  checkFits(chosen);
  const tokens = groupOf("tokens");
  const all = Object.values(chosen);
  const most = (axis: Axis) => Math.max(...all.map(({ extents }) => extents[axis]));
  const keyCount = keys?.extents.rows ?? square?.extents.cols ?? 0;
  if (tokens) checkTokens(tokens, keys ?? (square as Chosen), keyCount);
  const heads = most("heads");
  return {
    choice,
    options,
    layers: most("layers"),
    batch: most("batch"),
    heads,
    keyHeads: keys?.extents.heads ?? heads,
    weightHeads: square?.extents.heads ?? heads,
    queries: queries?.extents.rows ?? square?.extents.rows ?? 0,
    keys: keyCount,
    width: queries?.extents.cols ?? 0,
    valueWidth: values?.extents.cols ?? 0,
    roles: ROLES.filter((role) => choice[role] !== ""),
    read(role, place) {
      const matrix = chosen[role];
      if (!matrix) return refuse("unchosen", { choice: role });
      return readHead(matrix, place, heads);
    },
    placeOfWeights: (place) => (weights ? blockOf(weights, place, heads) : null),
    readTokens: (batch) => tokensOf(tokens, batch),
  };
}

/** What the numbers in the names of a group count: layers, but for those behind "head". */
const namedAxes = ({ label, extents }: TensorGroup): readonly Axis[] =>
  label
    .split("*")
    .slice(0, extents.length)
    .map((before, place) => (/head[s._-]*$/i.test(before) || place > 0 ? "heads" : "layers"));

function chosenAs(role: MatrixRole, group: TensorGroup<Tensor>, { axes, order }: Choice): Chosen {
  const { label, shape } = group;
  const inNames = namedAxes(group);
  const left = (axes.split(",") as Axis[]).filter((axis) => !inNames.includes(axis));
  const count = shape.length - 2 - inNames.length;
  if (count < 0 || count > left.length || new Set(inNames).size < inNames.length) {
    refuse("rank", { name: label, shape: shapeText(shape) });
  }
  const own = [...inNames, ...left.slice(left.length - count)];
  const isSquare = role === "weights" || role === "scores";
  const swapped = order === "tokens,heads" && !isSquare && count > 0;
  // Of [batch, tokens, heads, width] the dimension at the place of the heads is that of the tokens.
  const places = swapped
    ? [...shape.slice(0, -3), shape.at(-2), shape.at(-3), shape.at(-1)]
    : shape;
  const extents: Record<Axis, number> = { layers: 1, batch: 1, heads: 1 };
  for (const [place, axis] of own.entries()) extents[axis] = places[place] ?? 1;
  const rows = places.at(-2) ?? 0;
  const cols = places.at(-1) ?? 0;
  if (shape.includes(0)) refuse("rank", { name: label, shape: shapeText(shape) });
  return { role, group, axes: own, swapped, extents: Object.assign(extents, { rows, cols }) };
}

function refuseNothing(name: string, groups: readonly TensorGroup[]): never {
  const parameter = groups.find(({ label }) => isParameter(label));
  if (parameter) refuse("parameters", { name, tensor: parameter.label });
  const flat = groups.every((group) => !fitsMatrix(group)) ? groups[0] : undefined;
  if (flat) refuse("rank", { name: flat.label, shape: shapeText(flat.shape) });
  return refuse("unnamed", { name });
}

type FitCode = Extract<ReadingCode, `fit${string}`>;

function demandFit(fits: boolean, code: FitCode, first: Chosen, second: Chosen): void {
  if (fits) return;
  throw new ReadingError(code, {
    first: first.group.label,
    firstShape: shapeText(first.group.shape),
    second: second.group.label,
    secondShape: shapeText(second.group.shape),
  });
}

/** @throws ReadingError with both shapes where two do not fit each other */
function checkFits({
  queries,
  keys,
  values,
  weights,
  scores,
}: Partial<Record<MatrixRole, Chosen>>) {
  const all = [queries, keys, values, weights, scores].filter((each) => each !== undefined);
  const [first] = all;
  for (const other of all.slice(1)) {
    const one = first as Chosen;
    demandFit(one.extents.layers === other.extents.layers, "fitLayers", one, other);
    demandFit(one.extents.batch === other.extents.batch, "fitBatch", one, other);
  }
  for (const each of all) checkTokenCount(each);
  if (queries && keys) {
    demandFit(queries.extents.cols === keys.extents.cols, "fitWidth", queries, keys);
    demandFit(queries.extents.heads % keys.extents.heads === 0, "fitHeads", queries, keys);
  }
  if (keys && values) {
    demandFit(keys.extents.rows === values.extents.rows, "fitValues", keys, values);
    demandFit(keys.extents.heads === values.extents.heads, "fitHeads", keys, values);
  }
  for (const square of [weights, scores]) {
    if (!square) continue;
    const { rows, cols, heads } = square.extents;
    if (queries) {
      demandFit(rows === queries.extents.rows, "fitWeights", square, queries);
      // Weights of one head are the means over all.
      demandFit(heads === queries.extents.heads || heads === 1, "fitHeads", queries, square);
    }
    if (keys) demandFit(cols === keys.extents.rows, "fitWeights", square, keys);
    if (values) demandFit(cols === values.extents.rows, "fitWeights", square, values);
  }
}

/** The most queries or keys of a head: its weights alone are 128 MB in double precision. */
export const MOST_TOKENS = 4096;

/** @throws ReadingError where a head has more queries or keys than can be shown */
function checkTokenCount({ role, group, extents: { rows, cols } }: Chosen): void {
  const isSquare = role === "weights" || role === "scores";
  const count = isSquare ? Math.max(rows, cols) : rows;
  if (count <= MOST_TOKENS) return;
  const shape = shapeText(group.shape);
  refuse("tooManyTokens", { name: group.label, shape, count, most: MOST_TOKENS });
}

function checkTokens(tokens: TensorGroup, keys: Chosen, count: number): void {
  const own = tokens.shape.at(-1) ?? 0;
  if (own === count) return;
  refuse("fitTokens", {
    count: own,
    first: tokens.label,
    second: keys.group.label,
    secondShape: shapeText(keys.group.shape),
  });
}

/** The heads of queries that share keys come one after the other. */
const ownHead = ({ extents }: Chosen, { head }: HeadPlace, heads: number): number =>
  Math.floor((head * extents.heads) / heads);

/** The entries of a head; where tokens stand before heads, those of all heads between each other. */
function blockOf(chosen: Chosen, place: HeadPlace, heads: number): StoredPlace {
  const { group, axes, swapped, extents } = chosen;
  const head = ownHead(chosen, place, heads);
  const indices = { layers: place.layer, batch: place.batch, heads: head };
  const leading = axes.map((axis) => Math.min(indices[axis], extents[axis] - 1));
  return sliceOf(group, swapped ? leading.slice(0, -1) : leading);
}

/** The matrix of a head. */
async function readHead(chosen: Chosen, place: HeadPlace, heads: number): Promise<Numbers> {
  const { role, swapped, extents } = chosen;
  const { tensor, start, end } = blockOf(chosen, place, heads);
  const block = await tensor.read(start, end);
  // Masked scores are −∞.
  checkFinite(tensor, block, start, role === "scores");
  return swapped ? headOf(block, ownHead(chosen, place, heads), extents) : block;
}

/** One head of a block [tokens×heads×width]. */
function headOf(block: Numbers, head: number, { rows, cols, heads }: Extents): Numbers {
  const numbers = block.slice(0, rows * cols);
  for (let row = 0; row < rows; row += 1) {
    const from = (row * heads + head) * cols;
    numbers.set(block.subarray(from, from + cols), row * cols);
  }
  return numbers;
}

/** The tokens of a text of the batch. */
async function tokensOf(
  group: TensorGroup | undefined,
  batch: number,
): Promise<readonly string[] | undefined> {
  if (!group) return undefined;
  const leading = group.shape.slice(0, -1).map((extent) => Math.min(batch, extent - 1));
  const { tensor, start, end } = sliceOf(group, leading);
  if (isText(tensor)) return (await tensor.readTexts()).slice(start, end);
  return Array.from(await tensor.read(start, end), String);
}
