import { describe, expect, test } from "vitest";
import { ready, setUp } from "./browser.js";
import { embed } from "./host-pages.js";

const { openHost } = await setUp();

/** The address without the fragment, and the fragment's keys. */
function parts(href: string | null): [address: string, keys: Record<string, string>] {
  const [address = "", fragment = ""] = (href ?? "").split("#");
  return [address, Object.fromEntries(new URLSearchParams(fragment))];
}

describe("the links of an embed", () => {
  test("lead to the page beside the script, with the state and without what an embed has by itself", async () => {
    const { page } = await openHost(embed('figure="weights" dim="128"'));
    const beside = new URL("attention-scale.html", page.url()).href;
    const link = page.locator(".alone-caption a");
    await expect
      .poll(async () => parts(await link.getAttribute("href")))
      .toEqual([beside, { view: "page", dim: "128", at: "matrices" }]);
    await link.click();
    await ready(page);
    expect(parts(page.url())[0]).toBe(beside);
    await page.locator("header h1").waitFor();
  });

  test("lead to the address in `home`, Share's too", async () => {
    const { page } = await openHost(embed('view="matrices" home="https://example.org/why/#old"'));
    await ready(page);
    const share = () => page.locator("#share-link").inputValue();
    await page.getByRole("button", { name: "Share" }).click();
    expect(parts(await share())).toEqual(["https://example.org/why/", { view: "matrices" }]);
    await page
      .locator("attention-scale")
      .evaluate((element) => element.setAttribute("home", "javascript:alert(1)"));
    const notice = page.getByRole("status").filter({ hasText: "home" });
    await expect.poll(() => notice.innerText()).toContain("javascript:alert(1)");
    await page.getByRole("button", { name: "Share" }).click();
    expect(parts(await share())[0]).toBe(new URL("attention-scale.html", page.url()).href);
  });

  test("of a frame say nothing of what the frame has by itself", async () => {
    const { page } = await openHost(
      '<iframe src="attention-scale.html#figure=scaled&theme=host&hide=header,footer"></iframe>',
    );
    const link = page.frameLocator("iframe").locator(".alone-caption a");
    await expect
      .poll(async () => parts(await link.getAttribute("href"))[1])
      .toEqual({ view: "page", at: "matrices" });
  });
});
