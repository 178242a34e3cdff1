/** The names of the figures. They are not in the first script, where a link or an attribute may have any. */
import type { PartName } from "../state/state.js";

const figures = import.meta.glob<readonly string[]>("./*/figures.ts", {
  eager: true,
  import: "figures",
});

/** The ids of the figures of a part. */
export const figuresOf = (part: PartName): readonly string[] => {
  const names = figures[`./${part}/figures.ts`] ?? [];
  return part === "matrices" ? names : names.map((name) => `${part}-${name}`);
};
