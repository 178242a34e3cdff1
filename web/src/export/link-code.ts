/** The QR code of a link, for places where a picture is all that a reader gets. */
import { correction, generate } from "lean-qr/nano";
import type { CellsShape } from "../draw/scene.js";

/** Light cells around a code, by the standard. */
const QUIET = 4;
/** The side of a cell in CSS pixels; in a code of more cells than LARGE it is FINE. */
const CELL = 3;
const FINE = 2;
const LARGE = 57;

/**
 * The code as cells with its corner at 0, 0, of which those that are not dark are light.
 * @param link of at most LONGEST_LINK characters (parameters.ts), all of them ASCII
 */
export function linkCode(link: string): CellsShape {
  const code = generate(link, { minCorrectionLevel: correction.L });
  const cells = code.size + 2 * QUIET;
  const side = code.size > LARGE ? FINE : CELL;
  return {
    kind: "cells",
    x: 0,
    y: 0,
    pitch: side,
    size: side,
    radius: 0,
    rows: cells,
    cols: cells,
    fill: (row, col) => (code.get(col - QUIET, row - QUIET) ? "#000000" : "#ffffff"),
  };
}
