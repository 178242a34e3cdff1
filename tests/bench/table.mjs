// @ts-check
/** How results are printed. */

/**
 * @param {string} text how wide a terminal draws it: no wide letters here, but combining ones count
 *   nothing
 */
const widthOf = (text) => [...text.normalize("NFC")].length;

/**
 * @param {string} title
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} rows the first column is a name, the others are numbers
 */
export function printTable(title, head, rows) {
  const lines = [head, ...rows];
  const widths = head.map((_, column) =>
    Math.max(...lines.map((line) => widthOf(line[column] ?? ""))),
  );
  const drawn = lines.map((line) =>
    widths
      .map((width, column) => {
        const text = line[column] ?? "";
        const gap = " ".repeat(width - widthOf(text));
        return column === 0 ? text + gap : gap + text;
      })
      .join("  ")
      .trimEnd(),
  );
  console.log(`\n${title}\n\n  ${drawn.join("\n  ")}`);
}

/** @param {number} value three digits that count */
export function digits(value) {
  if (!Number.isFinite(value)) return "–";
  if (Math.abs(value) >= 100) return value.toFixed(0);
  return value === 0 ? "0" : value.toPrecision(3);
}

/** @param {number} ms */
export function duration(ms) {
  if (ms >= 1000) return `${digits(ms / 1000)} s`;
  return ms >= 1 ? `${digits(ms)} ms` : `${digits(ms * 1000)} µs`;
}

/** @param {number} ratio */
export const times = (ratio) => (Number.isFinite(ratio) ? `${digits(ratio)}×` : "–");

/** @param {import("./rounds.mjs").Timing} timing */
export const timeAndSpread = ({ median, spread }) =>
  `${duration(median)} ±${(spread * 100).toFixed(0)} %`;

/** @param {readonly number[]} values positive */
export const geometricMean = (values) =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
