const SIGNS: Readonly<Record<string, string>> = { " ": "␣", "\n": "↵", "\r": "↵", "\t": "⇥" };

/** A token as it is written on the page: spaces and ends of lines can be seen. */
export const shownToken = (text: string): string =>
  text.replace(/[ \n\r\t]/g, (sign) => SIGNS[sign] ?? sign);
