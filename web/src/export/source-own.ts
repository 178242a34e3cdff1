/** The source of the page in one file: the single file's own document. */
export function pageSource(): Promise<string> {
  return Promise.resolve(`<!doctype html>\n${document.documentElement.outerHTML}\n`);
}
