/** What the page says itself. */
import type { Page } from "playwright-core";

/** The words on the page, without the table that quotes what libraries answer, NaN among it. */
export async function saidBy(page: Page): Promise<string> {
  const said = await page.locator("attention-scale").innerText();
  const quoted = await page.locator("attention-scale .libraries-table").allInnerTexts();
  return quoted.reduce((rest, table) => rest.replace(table, ""), said);
}
