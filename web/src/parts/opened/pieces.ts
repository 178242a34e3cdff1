/** Weights of all heads, in pieces that are read and looked at one after the other. */
import type { StoredMatrices } from "../../engine/number-formats.js";
import { BYTES_OF_NUMBER } from "../../engine/number-formats.js";
import type { StoredPlace } from "../../own/understood.js";
import type { HeadSide, HeadSides } from "./experiments.js";

/**
 * The bytes of a piece: few enough that a head which the reader chooses meanwhile does not wait, and
 * that little is in memory; so many that what a piece costs of its own counts little.
 */
const PIECE_BYTES = 2 ** 23;

/** Rows of one head, or several heads whole. */
export interface Piece extends StoredPlace {
  /** Its first head, and the number of heads. */
  readonly first: number;
  readonly heads: number;
  /** The first row and the number of rows of each. */
  readonly from: number;
  readonly rows: number;
}

interface HeadShape {
  readonly rows: number;
  readonly cols: number;
  /** The rows of a square of the picture: no square is cut. */
  readonly block: number;
}

/** @param places where the weights of each head stand */
export function piecesOf(places: readonly StoredPlace[], shape: HeadShape): Piece[] {
  const pieces: Piece[] = [];
  for (const [head, place] of places.entries()) {
    const bytes = (place.end - place.start) * BYTES_OF_NUMBER[place.tensor.dtype];
    if (bytes > PIECE_BYTES) {
      pieces.push(...bandsOf(head, place, shape));
      continue;
    }
    const last = pieces.at(-1);
    const goesOn = last?.tensor === place.tensor && last.end === place.start;
    const room = last === undefined ? 0 : PIECE_BYTES / (last.heads + 1);
    if (last !== undefined && goesOn && last.rows === shape.rows && bytes <= room) {
      pieces[pieces.length - 1] = { ...last, end: place.end, heads: last.heads + 1 };
    } else {
      pieces.push({ ...place, first: head, heads: 1, from: 0, rows: shape.rows });
    }
  }
  return pieces;
}

function bandsOf(head: number, { tensor, start }: StoredPlace, shape: HeadShape): Piece[] {
  const { rows, cols, block } = shape;
  const bytesOfBlocks = block * cols * BYTES_OF_NUMBER[tensor.dtype];
  const most = Math.max(1, Math.floor(PIECE_BYTES / bytesOfBlocks)) * block;
  const bands: Piece[] = [];
  for (let from = 0; from < rows; from += most) {
    const count = Math.min(most, rows - from);
    const first = start + from * cols;
    const end = first + count * cols;
    bands.push({ tensor, start: first, end, first: head, heads: 1, from, rows: count });
  }
  return bands;
}

/** The bytes of a piece with what they are. */
export async function readPiece(
  { tensor, start, end, rows }: Pick<Piece, "tensor" | "start" | "end" | "rows">,
  cols: number,
): Promise<StoredMatrices> {
  const bytes = await tensor.readBytes(start, end);
  return { bytes, format: tensor.dtype, bigEndian: tensor.bigEndian, rows, cols };
}

/** One side of a head from those of its bands, from the first to the last. */
function joinedSide(sides: readonly HeadSide[], rows: readonly number[]): HeadSide {
  const all = rows.reduce((sum, count) => sum + count, 0);
  const mean = (of: (side: HeadSide) => number) =>
    sides.reduce((sum, side, band) => sum + (of(side) * (rows[band] ?? 0)) / all, 0);
  const pictures = sides.map(({ picture }) => picture);
  const cols = pictures[0]?.cols ?? 0;
  const data = new Float32Array(pictures.reduce((sum, picture) => sum + picture.data.length, 0));
  let end = 0;
  for (const picture of pictures) {
    data.set(picture.data, end);
    end += picture.data.length;
  }
  return {
    picture: { rows: data.length / cols, cols, data },
    entropy: mean(({ entropy }) => entropy),
    largest: mean(({ largest }) => largest),
  };
}

/** The bands of heads that have come so far. */
export class Bands {
  private readonly begun = new Map<
    number,
    { readonly piece: Piece; readonly sides: HeadSides }[]
  >();

  constructor(private readonly rows: number) {}

  /** The heads that are whole with this piece, by their number. */
  heads(piece: Piece, seen: readonly HeadSides[]): readonly (readonly [number, HeadSides])[] {
    return seen.flatMap((sides, place) => {
      const whole = piece.rows === this.rows ? sides : this.add(piece, sides);
      return whole === null ? [] : [[piece.first + place, whole] as const];
    });
  }

  /** The head whose last band this is; null while others are missing. */
  private add(piece: Piece, sides: HeadSides): HeadSides | null {
    const bands = [...(this.begun.get(piece.first) ?? []), { piece, sides }];
    this.begun.set(piece.first, bands);
    if (bands.reduce((sum, band) => sum + band.piece.rows, 0) < this.rows) return null;
    this.begun.delete(piece.first);
    bands.sort((one, other) => one.piece.from - other.piece.from);
    const rows = bands.map((band) => band.piece.rows);
    return {
      unscaled: joinedSide(
        bands.map((band) => band.sides.unscaled),
        rows,
      ),
      scaled: joinedSide(
        bands.map((band) => band.sides.scaled),
        rows,
      ),
    };
  }
}
