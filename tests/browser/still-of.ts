/** The still picture of a figure in a state, as Share and `npm run still` make it. */

import { narrowName, type PieceOptions, type StillFile } from "../../web/src/export/pieces.js";
import type { Offered } from "../../web/src/page/inputs.js";
import type { State } from "../../web/src/state/state.js";
import { inProject } from "../../web/tools/run.mjs";

const { POST_WIDTHS, drawnStill, offeredFigure } = (await import(
  inProject("build/still/still.mjs")
)) as typeof import("../../web/src/entries/still.js");

export interface Still {
  /** What a piece says of it. */
  readonly options: Pick<PieceOptions, "caption" | "alt"> & { readonly still: StillFile };
  /** The pictures by the names of their files. */
  readonly files: Readonly<Record<string, string>>;
}

export async function stillOf(state: State): Promise<Still> {
  const offered: Offered = await offeredFigure(state);
  const [wide, narrow] = POST_WIDTHS.map((width) => drawnStill(offered, width, "light", "en"));
  if (wide === undefined || narrow === undefined) throw new Error("A post has two columns.");
  const name = "still.svg";
  return {
    options: {
      caption: offered.exported.title,
      alt: wide.alt,
      still: { name, heights: { wide: wide.height, narrow: narrow.height } },
    },
    files: { [name]: wide.svg, [narrowName(name)]: narrow.svg },
  };
}
