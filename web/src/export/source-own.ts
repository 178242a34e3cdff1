/** The source of the page in one file: the single file is that itself, as far as its document goes. */
export function pageSource(): Promise<string> {
  return Promise.resolve(`<!doctype html>\n${document.documentElement.outerHTML}\n`);
}
