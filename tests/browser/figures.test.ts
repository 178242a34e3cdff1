import { expect, test } from "vitest";
import { PARTS } from "../../web/src/keys/index.js";
import { figuresOf } from "../../web/src/parts/figure-names.js";
import { ALL, frames, go, painted, pictures, setUp } from "./browser.js";

const { start, openHost } = await setUp();
const FEW = "samples=200&draws=30&encoders=10&gridsteps=1";
/** The draws of long sequences, and a large model, would take most of the time. */
const SHORT: Readonly<Partial<Record<string, string>>> = {
  grid: "&tokens=2",
  training: "&dim=32&batch=8",
};
/** What the captions of parts name that start with something else. */
const STARTS: Readonly<Partial<Record<string, string>>> = {
  steps: "vectors = example",
  cross: "vectors = example",
  training: "dim = 32",
  grid: "dim = 128",
};

const parts = PARTS.map(({ name }) => name).filter((_, i) => ALL || i % 5 === 0);
test.each(parts)("figures of %s can be shown alone", async (part) => {
  const every = figuresOf(part);
  for (const id of ALL ? every : every.slice(0, 1)) {
    const { page, messages } = await start(`#figure=${id}&${FEW}${SHORT[part] ?? ""}`);
    const alone = page.locator(".alone");
    const canvases = alone.locator("figure canvas");
    await canvases.first().waitFor();
    // Only the studies of the figure run: of the grid, at most 208 heads.
    const running = () => alone.locator('.progress:not([data-progress="done"])').count();
    await expect.poll(running, { timeout: 40_000 }).toBe(0);
    const many = ["weights", "exponent-growth", "inside-numbers"].includes(id) ? 2 : 1;
    expect([id, await canvases.count()]).toEqual([id, many]);
    await expect.poll(() => painted(canvases)).toBe(true);
    expect([id, await page.locator(".prose, .controls, .fold").count()]).toEqual([id, 0]);
    const caption = STARTS[part] ?? "dim = 64";
    await expect.poll(() => alone.locator(".alone-caption").innerText()).toContain(caption);
    expect(messages).toEqual([]);
  }
});

/** Figures whose numbers come from a study of the part that is not told with them. */
const fed = [
  ["gradient-reaching", "dim=8"],
  ["variance-entries", "sampleseed=7"],
  ["gradient-own-scores-unscaled", "dim=8"],
  ["gradient-singles", "drawseed=7"],
  ["exponent-places-logits", "dim=8"],
  ["gradient-fan-peak", "dim=8"],
] as const;
test.each(ALL ? fed : fed.slice(0, 2))(
  "%s alone follows %s after its first numbers",
  async (id, change) => {
    const { page } = await start(`#figure=${id}&${FEW}`);
    const alone = page.locator(".alone");
    const ended = () => alone.locator('.progress:not([data-progress="done"])').count();
    const picture = () => pictures(alone.locator("figure canvas"));
    await alone.locator("figure canvas").waitFor();
    await expect.poll(ended).toBe(0);
    // The last batch of a study is painted in the next frame.
    await frames(page, 12);
    const before = await picture();
    await go(page, `figure=${id}&${FEW}&${change}`);
    await expect.poll(picture).not.toEqual(before);
  },
);

test("the slider under it and the link in its caption keep the state", async () => {
  const { page } = await start("#figure=weights&sentence=to+be&seed=7&theme=light");
  await page.locator(".alone input[type=range]").press("PageUp");
  const keys = () => new URLSearchParams(new URL(page.url()).hash.slice(1));
  await expect.poll(() => Number(keys().get("dim"))).toBeGreaterThan(64);
  expect(keys().get("figure")).toBe("weights");
  const dim = keys().get("dim");
  const link = page.locator(".alone-caption a");
  await expect.poll(() => link.getAttribute("href")).toContain(`dim=${dim}`);
  await link.click();
  await page.locator("section.matrices").waitFor();
  await expect.poll(() => page.locator(".alone").count()).toBe(0);
  await expect.poll(() => page.locator(".figures > figure").count()).toBe(3);
  expect(keys().get("sentence")).toBe("to be");
});

test("a name that no figure has is told, with those there are, and what the author wrote stays", async () => {
  const { page, messages } = await openHost(
    `<meta charset="utf-8"><title>a host</title><script src="embed.js"></script>
     <attention-scale figure="wheels"><p id="still">A still picture.</p></attention-scale>`,
  );
  const notice = page.getByRole("alert");
  await expect.poll(() => notice.innerText()).toContain("no figure “wheels”");
  expect(await notice.innerText()).toContain("gradient-share");
  expect(await page.locator("#still").isVisible()).toBe(true);
  const element = page.locator("attention-scale");
  await element.evaluate((e) => e.setAttribute("figure", "scaled"));
  await page.locator(".alone canvas").waitFor();
  expect(await page.locator("#still").isVisible()).toBe(false);
  await element.evaluate((e) => e.removeAttribute("figure"));
  await page.locator(".figures > figure").nth(2).waitFor();
  expect(messages).toEqual([]);
});
