/** Numbers of the worked example as one writes them by hand. */
import { fixed, significant } from "../../text/numbers.js";

/** A whole number without a point, another one with three digits. */
export const brief = (value: number): string =>
  Number.isInteger(value) ? fixed(value, 0) : significant(value, 3);
