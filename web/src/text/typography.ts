/** How a language of another script than the Latin one is set; null for the languages of that. */
export interface Typography {
  /** The fonts of its script, the first that a system has; the generic ones follow. */
  readonly sans: string;
  readonly serif: string;
  /** How its lines are broken, as declarations of CSS; empty for the way of browsers. */
  readonly lines: string;
}
