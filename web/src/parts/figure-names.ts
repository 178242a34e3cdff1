/**
 * The names of the figures. They are not in the first script, where a link or an attribute may have
 * any.
 */
import { SIDES } from "../attention/sides.js";
import type { PartName } from "../state/state.js";

/** What figures.ts of a part says of it. */
interface Names {
  /** All of its figures. */
  readonly figures: readonly string[];
  /** Those of them that stand in folds, or in a closed box, as the page opens. */
  readonly folded?: readonly string[];
}

const names = import.meta.glob<Names>("./*/figures.ts", { eager: true });

/** The ids of some figures of a part. */
function idsOf(part: PartName, listed: readonly string[]): readonly string[] {
  const both = listed.flatMap((name) =>
    name.includes("*") ? SIDES.map((side) => name.replace("*", side)) : name,
  );
  return part === "matrices" ? both : both.map((name) => `${part}-${name}`);
}

/**
 * The ids of the figures of a part. The name "lines-*" stands for "lines-unscaled" and
 * "lines-scaled".
 */
export const figuresOf = (part: PartName): readonly string[] =>
  idsOf(part, names[`./${part}/figures.ts`]?.figures ?? []);

/** Those of them that stand in no fold. */
export function unfoldedFiguresOf(part: PartName): readonly string[] {
  const folded = idsOf(part, names[`./${part}/figures.ts`]?.folded ?? []);
  return figuresOf(part).filter((id) => !folded.includes(id));
}
