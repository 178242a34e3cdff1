/** The labels of the links from the first screen: parts/<part>/label.ts. Not in part.ts, which the first script holds. */
import type { Language, LaterPart } from "../state/state.js";

const labels = import.meta.glob<Readonly<Record<Language, string>>>("./*/label.ts", {
  eager: true,
  import: "label",
});

export const labelOf = (part: LaterPart, language: Language): string =>
  labels[`./${part}/label.ts`]?.[language] ?? part;
