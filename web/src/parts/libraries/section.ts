/** What attention of real libraries was seen to do, and a library's rule on the reader's sentence. */

import { laterFile } from "../../part-kit/later-file.js";
import type { Section } from "../../part-kit/part-view.js";
import type { en } from "../../text/en/libraries.js";
import type { View } from "./view.js";

const details = laterFile(() => import("./details.js"));

function content(view: View): unknown {
  if (view.engine === null || view.sentence.length === 0) return view.progress.withoutEngine();
  return details(view).shown(view, { wide: 900, narrow: 1040 }, ({ librariesContent }) =>
    librariesContent(view),
  );
}

export const section: Section<typeof en> = {
  formulas: [],
  always: true,
  chapterFold: "libraries-table",
  content: (view) => [content(view)],
};
