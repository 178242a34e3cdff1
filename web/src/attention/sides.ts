/** The two sides of what is compared: without the division and with it. */
export const SIDES = ["unscaled", "scaled"] as const;
export type Side = (typeof SIDES)[number];
