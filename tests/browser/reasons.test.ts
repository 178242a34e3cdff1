import { describe, expect, test } from "vitest";
import { LATER_PARTS } from "../../web/src/state/state.js";
import { violations } from "./axe.js";
import { ALL, go, onePage, pictures, setUp, type Watched } from "./browser.js";
import { FEW, follow, unfolded } from "./reasons.js";

const { browser, served } = await setUp();

/** Faults of a part's figures that the tests of its numbers do not see. */
const mistakes = ({ page }: Watched) =>
  page.evaluate(() => {
    const root = document.querySelector("attention-scale")?.shadowRoot as ShadowRoot;
    const [section] = root.querySelectorAll("section.reason");
    const all = <T extends Element>(selector: string) => [
      ...(section?.querySelectorAll<T>(selector) ?? []),
    ];
    // What libraries answer is quoted in their table, NaN among it.
    const own = [...root.querySelectorAll("*")].filter(
      (element) => element.closest(".libraries-table") === null,
    );
    const said = own.flatMap((element) => [
      ...[...element.childNodes].filter((node) => node instanceof Text).map(({ data }) => data),
      ...["aria-label", "aria-valuetext", "title", "value"].map(
        (name) => element.getAttribute(name) ?? "",
      ),
    ]);
    return {
      unlabelled: all("canvas").filter((canvas) => !canvas.getAttribute("aria-label")?.trim())
        .length,
      // A canvas that nothing was painted on is as wide as a new one, or as empty.
      unpainted: all<HTMLCanvasElement>("canvas").filter((canvas) => {
        // The lists of the rows' numbers show on a narrow page alone.
        if (!canvas.checkVisibility()) return false;
        const empty = document.createElement("canvas");
        [empty.width, empty.height] = [canvas.width, canvas.height];
        return canvas.toDataURL() === empty.toDataURL();
      }).length,
      // The arithmetic of a cell is formulas, not numbers.
      nameless: all("table:not(.arithmetic *)").filter(
        (table) => !table.querySelector("caption")?.textContent?.trim(),
      ).length,
      silent: all<HTMLElement>("td:not(.arithmetic *)").filter(
        ({ dataset }) => (dataset.value ?? "") === "",
      ).length,
      notNumbers: all<HTMLElement>("td").filter(({ dataset }) => dataset.value === "NaN").length,
      machine: said.filter((one) => /NaN|undefined|Infinity|\[object/.test(one)),
    };
  });

const NONE = { unlabelled: 0, unpainted: 0, nameless: 0, silent: 0, notNumbers: 0, machine: [] };

/** High enough for all of a reason: what is out of sight is not painted. */
const HIGH = { width: 1280, height: 7000 };

describe("each reason alone", () => {
  const one = onePage(browser, served.address);
  /**
   * Straight there: on the way onePage takes, all the reasons would be in sight, and would all
   * begin.
   */
  const start = async (fragment: string) => {
    watched ??= await one(fragment);
    const { page, messages } = watched;
    await page.setViewportSize(HIGH);
    await follow(page, fragment);
    messages.length = 0;
    return watched;
  };
  let watched: Watched | undefined;

  const parts = ["bell", "saturation", "many", "tensor"] as const;
  test.each(ALL ? LATER_PARTS : parts)(
    "names and numbers all its pictures, and axe finds nothing to mend: %s",
    async (view) => {
      const watched = await start(`#view=${view}&${FEW}&${unfolded(view)}`);
      const { page, messages } = watched;
      expect(await page.locator("section.reason").count()).toBe(1);
      await expect.poll(() => mistakes(watched)).toEqual(NONE);
      expect(await violations(page)).toEqual([]);
      expect(messages).toEqual([]);
    },
  );

  test("is painted anew in other colours, and when the reader comes back to it", async () => {
    const watched = await start(`#view=saturation`);
    const { page } = watched;
    const shown = () => pictures(page.locator(".reason canvas"));
    await expect.poll(() => mistakes(watched)).toEqual(NONE);
    const light = await shown();
    await follow(page, "view=saturation&theme=dark");
    const same = async () => (await shown()).filter((picture, i) => picture === light[i]).length;
    await expect.poll(same).toBe(0);
    await go(page, "view=matrices");
    await expect.poll(() => page.locator(".reason").count()).toBe(0);
    await follow(page, "view=saturation");
    await expect.poll(shown).toEqual(light);
  });

  /** States with numbers at their limits, or with one word. */
  const edges = [
    "view=bell&dim=1&exponent=0",
    "view=bell&dim=1024&exponent=1",
    "view=bell&vectors=example",
    "view=variance&samples=2&sampledim=1&sentence=one",
    "view=variance&samples=50&sampledim=3&law=sign&sigma=10",
    "view=variance&samples=50&sampledim=1024&law=uniform&sigma=0.1&sampleseed=4294967295",
    "view=saturation&source=word&sentence=one",
    "view=saturation&a=0",
    "view=saturation&a=20&factor=64&shift=-100",
    "view=saturation&source=typed&logits=1000,-1000&factor=0",
    "view=jacobian&source=word&sentence=one",
    "view=jacobian&a=0&upstream=0",
    "view=jacobian&a=20&factor=64&shift=100&upstream=1000,-1000",
    "view=jacobian&source=typed&factor=64&logits=1000,-1000,0,0,0,0,0,0,0,0,0,0,0,0,0,0",
    "view=gradient&draws=10&keys=2&exponent=0&sentence=one",
    "view=gradient&draws=20&keys=512&exponent=1&loss=target&target=64",
    "view=gradient&draws=20&vectors=example&x=0,0,0;0,0,0;0,0,0",
    "view=exponent&draws=10&keys=2&measure=gradient&sentence=one&size=1000",
    "view=exponent&draws=10&keys=64&measure=entropy&dim=1&exponent=0&size=0.001",
    "view=exponent&draws=10&measure=peak&precision=bfloat16&accumulate=float&place=both&dim=1024",
    "view=exponent&draws=10&vectors=example&x=1000,1000,1000;-1000,1000,0;0,0,0&size=1000",
  ];
  const some = edges.filter((_, i) => ALL || i % 6 === 4);
  test.each(some)("has nothing but numbers at the edges: %s", async (fragment) => {
    const watched = await start(`#${fragment}&${unfolded()}`);
    await expect.poll(() => mistakes(watched)).toEqual(NONE);
    expect(watched.messages).toEqual([]);
  });
});
