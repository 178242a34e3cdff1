/** The menu that takes figures away, as its reader uses it. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

export const menu = (page: Page) => page.getByRole("dialog", { name: "Export" });
export const format = (page: Page, name: string) =>
  menu(page).getByRole("radio", { name, exact: true });

export async function openMenu(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Download", exact: true }).click();
  await menu(page).waitFor();
}

/** Saves the chosen file, and reads it. */
export async function saved(page: Page): Promise<{ name: string; text: string; path: string }> {
  const link = menu(page).getByRole("link", { name: "Save" });
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  const path = await download.path();
  return { name: download.suggestedFilename(), text: readFileSync(path, "latin1"), path };
}

/** Chooses a format and saves what comes of it. */
export async function take(page: Page, name: string) {
  await format(page, name).check();
  await menu(page).getByRole("link", { name: "Save" }).waitFor();
  return saved(page);
}
