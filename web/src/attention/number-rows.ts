/**
 * Rows of numbers as people type and paste them: a row a line, or rows separated by semicolons;
 * numbers separated by commas, tabs or spaces.
 */

/** The entries of each row, as they stand there. */
export const typedRows = (text: string): readonly (readonly string[])[] =>
  text
    .trim()
    .split(/[\r\n;]+/)
    .map((line) => line.trim().split(/\s*[,\t]\s*|\s+/));

/** A number whose sign is the typographic minus, as pages show it, with that of the keyboard. */
export const plainMinus = (entry: string): string => entry.replace("−", "-");
