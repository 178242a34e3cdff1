import { expect, test } from "vitest";
import { painted, setUp } from "./browser.js";

/** The element as it is, which is more than its public face. */
type Inside = import("../../web/src/element/element.js").AttentionScale;

const { openHost } = await setUp();

test("one script tag defines <attention-scale>: two elements, one engine, attributes live", async () => {
  const { page, messages } =
    await openHost(`<style>table { border: 9px solid red } h1 { display: none }</style>
    <attention-scale id="one" view="matrices" sentence="to be" dim="4"></attention-scale>
    <attention-scale id="two" view="matrices" vectors="example"></attention-scale>
    <script src="embed.js"></script>`);
  await page.locator('#one [data-ready="true"]').waitFor({ state: "attached" });
  await page.locator('#two [data-ready="true"]').waitFor({ state: "attached" });
  await expect(page.locator("#one .chips li").allTextContents()).resolves.toEqual(["to", "be"]);
  await expect(page.locator("#two .chips li").allTextContents()).resolves.toEqual([
    "I",
    "am",
    "good",
  ]);
  await page
    .locator("#one")
    .evaluate((element) => element.setAttribute("sentence", "or not to be"));
  await expect.poll(() => page.locator("#one .chips li").count()).toBe(4);
  expect(messages).toEqual([]);
});

test("a reason alone is an element too: its attributes are live, and it can be taken out and put back", async () => {
  const { page, messages } = await openHost(`<title>a host</title>
    <attention-scale id="one" view="gradient" keys="5" draws="40" open="gradient-draws" hide="text"></attention-scale>
    <attention-scale id="two" view="saturation" source="typed" logits="1 2 3"></attention-scale>
    <script src="embed.js"></script>`);
  const one = page.locator("#one");
  const drawn = one.locator('[data-study="draws"]');
  const progress = () => drawn.getAttribute("data-progress");
  await expect.poll(progress).toBe("done");
  expect(page.workers().length).toBeGreaterThan(0);
  const sheets = await page.locator("attention-scale").evaluateAll(([a, b]) => {
    const [first, second] = [a, b].map((it) => it?.shadowRoot?.adoptedStyleSheets ?? []);
    return [first?.length, first?.filter((sheet) => second?.includes(sheet)).length];
  });
  // But for that with the colours of each element's surroundings.
  expect(sheets).toEqual([sheets[0], (sheets[0] ?? 0) - 1]);
  await expect(drawn.innerText()).resolves.toContain("40");
  const weights = page.locator("#two .reason table").first().locator("tbody tr");
  expect(await weights.count()).toBe(3);
  const medians = () =>
    one
      .locator(".three-figures td")
      .evaluateAll((cells) => cells.map((cell) => (cell as HTMLElement).dataset.value));
  const five = await medians();
  await one.evaluate((element) => element.setAttribute("keys", "9"));
  await expect
    .poll(async () => (await progress()) === "done" && (await medians()))
    .not.toEqual(five);
  await one.evaluate((element) => element.setAttribute("keys", "5"));
  await expect.poll(medians).toEqual(five);
  await one.evaluate((element) => {
    Object.assign(globalThis, { element });
    for (const each of document.querySelectorAll("attention-scale")) each.remove();
  });
  // Its workers end with the last element.
  await expect.poll(() => page.workers().length).toBe(0);
  await page.evaluate(() =>
    document.body.append((globalThis as unknown as { element: Element }).element),
  );
  await expect.poll(progress).toBe("done");
  await expect.poll(medians).toEqual(five);
  // Pictures are painted in the frame after their tables.
  await expect.poll(() => painted(one.locator(".reason canvas:visible"))).toBe(true);
  expect(messages).toEqual([]);
});

test("the attribute state holds a whole link; an attribute of one key goes before it, in whatever order they come", async () => {
  const { page, messages } = await openHost(`<title>a host</title>
    <attention-scale dim="4" state="view=matrices&amp;dim=9&amp;sentence=q+%26+%22a%22"></attention-scale>
    <attention-scale state="view=matrices&amp;dim=9&amp;sentence=q+%26+%22a%22" dim="4"></attention-scale>
    <script src="embed.js"></script>`);
  const both = page.locator("attention-scale");
  const shown = () =>
    both.evaluateAll((all) =>
      (all as Inside[]).map(({ state: { sentence, dim, view }, junk }) => ({
        sentence,
        dim,
        view,
        junk,
      })),
    );
  const change = (name: string, value: string | null) =>
    both.evaluateAll(
      (all, [key, text]) => {
        for (const one of all) {
          if (text === null) one.removeAttribute(key);
          else one.setAttribute(key, text);
        }
      },
      [name, value] as const,
    );
  const want = { sentence: 'q & "a"', dim: 4, view: "matrices", junk: [] };
  expect(await shown()).toEqual([want, want]);
  await change("dim", null);
  expect(await shown()).toEqual(Array(2).fill({ ...want, dim: 9 }));
  await change("state", "dim=7&seed=no");
  const junk = [{ key: "seed", value: "no", known: true }];
  const start = { sentence: "I am good", dim: 7, view: "page", junk };
  expect(await shown()).toEqual([start, start]);
  await change("seed", "7");
  expect(await shown()).toEqual(Array(2).fill({ ...start, junk: [] }));
  await change("state", null);
  expect(await shown()).toEqual(Array(2).fill({ ...start, dim: 64, junk: [] }));
  expect(messages).toEqual([]);
});
