import { expect, test } from "vitest";
import { violations } from "./axe.js";
import { ALL, open, ready, setUp } from "./browser.js";

const { browser, served } = await setUp();

const states = [
  ["the first screen by day", "", "light"],
  ["the first screen by night", "", "dark"],
  ["the worked example", "#vectors=example", "light"],
  ["in Chinese", "#lang=zh", "light"],
  ["with junk in the link", "#dim=banana&x=1", "dark"],
] as const;

test.each(ALL ? states : states.slice(-1))(
  "axe finds nothing to mend: %s",
  async (_, fragment, colorScheme) => {
    const { page } = await open(browser, served.address + fragment, { colorScheme });
    await ready(page);
    expect(await violations(page)).toEqual([]);
  },
);

test("every control can be reached and used by keyboard alone", async () => {
  const { page } = await open(browser, served.address);
  await ready(page);
  const reached: string[] = [];
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press("Tab");
    reached.push(
      await page.evaluate(() => {
        const active = document.querySelector("attention-scale")?.shadowRoot?.activeElement;
        return (
          active?.id || active?.getAttribute("aria-label") || active?.textContent?.trim() || ""
        );
      }),
    );
  }
  const controls = ["sentence", "dim", "dim-number", "seed-number", "exponent"];
  expect(reached).toEqual(expect.arrayContaining([...controls, "Resample", "Reset", "Share"]));
  expect(reached.some((name) => name.startsWith("Scaled attention weights"))).toBe(true);
});

const places = [
  ["in the first chapter while a cell is held", "#cell=1,2"],
  ["in Many heads", "heads.html"],
] as const;
test.each(ALL ? places : places.slice(0, 1))(
  "a step of d %s is read aloud once, by a sentence in sight",
  async (_, address) => {
    const { page } = await open(browser, served.address + address);
    await ready(page);
    let dim = 64;
    /** Whether each sentence that is read aloud after a step is in sight. */
    const told = () => {
      dim += 8;
      return page.locator("attention-scale").evaluate(async (element, next) => {
        element.shadowRoot?.querySelector(".spoken")?.scrollIntoView({ block: "center" });
        // The browser tells what is in sight a moment after it has scrolled.
        for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
        const live = new Set<Element>();
        const observer = new MutationObserver((changes) => {
          for (const { target } of changes) {
            const region = (target as Element).parentElement?.closest("[aria-live=polite]");
            if (region) live.add(region);
          }
        });
        observer.observe(element.shadowRoot as ShadowRoot, {
          subtree: true,
          childList: true,
          characterData: true,
        });
        (element as unknown as { set(change: object): void }).set({ dim: next });
        // An answer of the page itself may come before the next frame.
        for (let frame = 0; frame < 10 && element.dataset.ready !== undefined; frame += 1) {
          await new Promise(requestAnimationFrame);
        }
        while (element.dataset.ready === undefined) await new Promise(requestAnimationFrame);
        observer.disconnect();
        return [...live].map((one) => one.getBoundingClientRect().top < innerHeight);
      }, dim);
    };
    await expect.poll(told).toEqual([true]);
  },
);
