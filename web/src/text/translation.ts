/**
 * The words of a subject in another language than English: the same texts by the same names, in
 * lists as many. A text that is missing, or that English has not, does not compile; that a text has
 * the same places and marks is tested.
 */
export type Translation<English> = English extends string
  ? string
  : { readonly [Name in keyof English]: Translation<English[Name]> };
