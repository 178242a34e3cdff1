/** The two sides of what is compared: without the division and with it. */
import type { PartView, Words } from "./part-view.js";

export const SIDES = ["unscaled", "scaled"] as const;
export type Side = (typeof SIDES)[number];

type View = PartView<Words>;

/** The names of the sides. @param divisor as which the second is called */
export const sideNames = (
  { common: { legend } }: View,
  divisor?: string,
): Record<Side, string> => ({
  unscaled: legend.unscaled,
  scaled: divisor === undefined ? legend.scaled : legend.divided(divisor),
});

/** The names of columns, two for each of the names: that of each side. */
export const sided = ({ common: { named } }: View, names: readonly string[]): string[] =>
  names.flatMap((name) => SIDES.map((side) => named[side](name)));

/** The colour of a figure's title, where its subject is one of the two. */
export const kindOf = (name: string): { readonly kind?: Side } =>
  name === "unscaled" || name === "scaled" ? { kind: name } : {};
