/** The texts of the Download menu. */
import type { ExportText } from "../text/en/export.js";
import { wordsOf } from "../text/words.js";

export type { ExportText } from "../text/en/export.js";

export const EXPORT_TEXTS = wordsOf<ExportText>("export");
