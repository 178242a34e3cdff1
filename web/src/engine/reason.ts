/** The message of a thrown value of any type. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
