/** The message of a thrown value of any type. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
