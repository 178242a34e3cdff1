/** A date as a reader types it, in one of the four formats that the models learn. */

const MONTHS = [
  ...["January", "February", "March", "April", "May", "June"],
  ...["July", "August", "September", "October", "November", "December"],
];

/** Year, month and day by the names of the groups; a month is a number, or a name in full or its first three letters. */
const FORMATS: readonly (readonly [form: RegExp, letters: number])[] = [
  [/^(?<day>[1-9]\d?) (?<month>[A-Z][a-z]{2}) (?<year>\d{4})$/, 3],
  [/^(?<month>[A-Z][a-z]+) (?<day>[1-9]\d?), (?<year>\d{4})$/, 9],
  [/^(?<month>[A-Z][a-z]{2}) (?<day>[1-9]\d?) (?<year>\d{4})$/, 3],
  [/^(?<year>\d{4})年(?<month>[1-9]\d?)月(?<day>[1-9]\d?)日$/, 0],
];

/** The years that are trained. */
const [FIRST, LAST] = [1950, 2049];

export interface TypedDate {
  /** As the models read it. */
  readonly source: string;
  /** What they should write. */
  readonly right: string;
}

/** The date that a text is; null where it is none of the formats, no day of the calendar, or not in the years. */
export function readDate(text: string): TypedDate | null {
  const source = text.trim();
  for (const [form, letters] of FORMATS) {
    const { year = "", month = "", day = "" } = form.exec(source)?.groups ?? {};
    if (year === "") continue;
    const named = MONTHS.findIndex((name) => name.slice(0, letters) === month);
    const number = letters === 0 ? Number(month) : named + 1;
    const date = new Date(Date.UTC(Number(year), number - 1, Number(day)));
    const right = date.toISOString().slice(0, 10);
    const kept = date.getUTCMonth() === number - 1 && date.getUTCDate() === Number(day);
    const known = Number(year) >= FIRST && Number(year) <= LAST;
    return kept && known ? { source, right } : null;
  }
  return null;
}
