/**
 * The two sides of what is compared: without the division and with it. The worker imports them too.
 */
export const SIDES = ["unscaled", "scaled"] as const;
export type Side = (typeof SIDES)[number];

/** The colour of a figure's title, where its subject is one of the two. */
export const titleColor = (name: string): { readonly kind?: Side } =>
  name === "unscaled" || name === "scaled" ? { kind: name } : {};
