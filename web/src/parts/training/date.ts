/** A date as a reader types it, in one of the four formats that the models learn. */

const MONTHS = [
  ...["January", "February", "March", "April", "May", "June"],
  ...["July", "August", "September", "October", "November", "December"],
];

/** The years that are trained. */
const [FIRST, LAST] = [1950, 2049];

/** A day in each of the formats. */
function formsOf(date: Date): string[] {
  const [year, index, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  const month = MONTHS[index] ?? "";
  const short = month.slice(0, 3);
  return [
    ...[`${day} ${short} ${year}`, `${month} ${day}, ${year}`, `${short} ${day} ${year}`],
    `${year}年${index + 1}月${day}日`,
  ];
}

/** The date that a text is, as the models read it, and what they should write; null where it is none of the formats, no day of the calendar, or not in the years. */
export function readDate(text: string) {
  const source = text.trim();
  const [first = 0, second = 0, third] = (source.match(/\d+/g) ?? []).map(Number);
  const letters = /[A-Z][a-z]{2}/.exec(source)?.[0] ?? "none";
  const named = MONTHS.findIndex((name) => name.startsWith(letters));
  const [year, month, day] =
    third === undefined ? [second, named, first] : [first, second - 1, third];
  const date = new Date(Date.UTC(year, month, day));
  // What is no day of the calendar has become another one.
  if (year < FIRST || year > LAST || !formsOf(date).includes(source)) return null;
  return { source, right: date.toISOString().slice(0, 10) };
}
