/**
 * The names of the figures. They are not in the first script, where a link or an attribute may have
 * any.
 */
import type { PartName } from "../state/state.js";

const figures = import.meta.glob<readonly string[]>("./*/figures.ts", {
  eager: true,
  import: "figures",
});

const SIDES = ["unscaled", "scaled"];

/**
 * The ids of the figures of a part. The name "lines-*" stands for "lines-unscaled" and
 * "lines-scaled".
 */
export const figuresOf = (part: PartName): readonly string[] => {
  const listed = figures[`./${part}/figures.ts`] ?? [];
  const names = listed.flatMap((name) =>
    name.includes("*") ? SIDES.map((side) => name.replace("*", side)) : name,
  );
  return part === "matrices" ? names : names.map((name) => `${part}-${name}`);
};
