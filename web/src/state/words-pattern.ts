/**
 * How a text falls into words without a dictionary: by UAX #29 of Unicode, the same way in every
 * browser and in Node. `Intl.Segmenter` differs: Chromium divides "Node.js" and "e.g.", and WebKit
 * calls "3.14" and "x_1" no words.
 *
 * What differs from UAX #29 here:
 * - A colon divides, as in CLDR, which browsers follow: "a:b" is two words.
 * - U+202F, the narrow no-break space of French punctuation, is a blank.
 * - An emoji is no part of a word, not even behind a joiner (U+200D).
 * - Letters of Han, kana, Thai, Lao, Khmer and Burmese, which have no blanks between words, are no
 *   part of a word of other letters. A run of them is for a dictionary, unless a blank stands
 *   between two letters of Han or kana: only a writer who separates words has put it there, and
 *   what is beside it is one word.
 * - Other scripts whose words UAX #29 leaves to dictionaries, as Tai Le, are letters like those of
 *   Latin: no browser has one.
 */

/** Extend, Format and ZWJ of UAX #29: they belong to what is before them. */
const MARKS = "\\p{M}\\p{Cf}\\p{EMod}\\uFF9E\\uFF9F";

const HAN_AND_KANA = "\\p{Ideo}々〱-〵〻゛゜゠ーｰ\\p{sc=Hira}\\p{sc=Kana}";

/** Letters and marks of Thai, Lao, Burmese and Khmer, without digits and punctuation. */
const SOUTH_EAST_ASIAN =
  "\\u0E01-\\u0E3A\\u0E40-\\u0E4E\\u0E81-\\u0ECE\\u0EDC-\\u0EDF" +
  "\\u1000-\\u103F\\u1050-\\u108F\\u109A-\\u109D\\uA9E0-\\uA9EF\\uA9FA-\\uA9FE\\uAA60-\\uAA76\\uAA7A-\\uAA7F" +
  "\\u1780-\\u17D3\\u17D7\\u17DC";

/** All other letters. */
const LETTERS = `[^\\P{Alpha}${MARKS}${HAN_AND_KANA}${SOUTH_EAST_ASIAN}]`;
/** Signs that count as letters: accents that stand alone, and signs of Armenian and Hebrew. */
const SIGNS = "˂-˗˞-˿՚-՜՞֊׳꜈-꜡꞉꞊꭛";
const DIGITS = "\\p{Nd}٫";
const HEBREW = "[\\u05D0-\\u05F2\\uFB1D-\\uFB28\\uFB2A-\\uFB4F]";

/**
 * What joins two letters, two digits, or both: MidLetter, MidNum, and MidNumLet with the
 * apostrophe.
 */
const BETWEEN_LETTERS = "·՟״‧";
const BETWEEN_DIGITS = ",;։،؍٬߸⁄︐︔﹐﹔，；";
const BETWEEN_BOTH = ".'‘’․﹒＇．";

interface WordPatterns {
  /**
   * Matches a text piece by piece. Its groups: `part` of a word, which ends where no further part
   * follows at once; `apart`, a word between blanks of its writer's; `run`, at least two letters
   * for a dictionary.
   */
  readonly pieces: RegExp;
  /** Matches each character with its marks. */
  readonly characters: RegExp;
}

function patterns(): WordPatterns {
  const marks = `[${MARKS}]*`;
  const between = (before: string, joining: string, after = before) =>
    `(?<=${before}${marks})[${joining}]${marks}(?=${after})`;
  const letter = `(?:${LETTERS}|[${SIGNS}])`;
  const part = [
    `${LETTERS}+${marks}`,
    `[${SIGNS}${DIGITS}\\p{Pc}]+${marks}`,
    between(letter, BETWEEN_LETTERS + BETWEEN_BOTH),
    between(`[${DIGITS}]`, BETWEEN_DIGITS + BETWEEN_BOTH),
    between(HEBREW, '"'),
    between(HEBREW, "'", ""),
  ].join("|");
  const kana = `[${HAN_AND_KANA}]`;
  const run = `${kana}[${HAN_AND_KANA}${MARKS}]*`;
  const apart = `${run}(?=\\s+${kana})|(?=${kana})(?<=${kana}${marks}\\s+)${run}`;
  const asian = `(?![${MARKS}])[${SOUTH_EAST_ASIAN}]`;
  const asianRun = `${asian}${marks}${asian}[${SOUTH_EAST_ASIAN}${MARKS}]*`;
  // Every other character alone, but for flags and joined emoji: the reader is told of them.
  const other = `(?:\\p{RI}\\p{RI}|[^])(?:\\u200D\\p{ExtPict}|[${MARKS}])*`;
  const groups = `(?<part>${part})|(?<apart>${apart})|(?<run>${kana}${marks}${run}|${asianRun})`;
  return {
    pieces: new RegExp(`${groups}|${other}`, "gu"),
    characters: new RegExp(`[^${MARKS}]${marks}`, "gu"),
  };
}

let made: WordPatterns | undefined;

/** Made when they are first needed: most sentences are plain. */
export function wordPatterns(): WordPatterns {
  made ??= patterns();
  return made;
}
