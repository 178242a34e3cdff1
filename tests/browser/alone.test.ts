import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { DEFINITIONS } from "../../web/src/state/state.js";
import { ALL, onePage, painted, ready, setUp } from "./browser.js";
import { cutOff } from "./cut-off.js";
import { done, FEW, follow } from "./reasons.js";

const { browser, served } = await setUp();

/**
 * The narrowest column of a blog on the smallest phone; so high that all of it is in sight, and so
 * computed and painted.
 */
const NARROW = { width: 320, height: 24_000 };

const openHere = onePage(browser, `${served.address}attention-scale.html`, { viewport: NARROW });

/**
 * Elements that are cut off, pictures that are blank or too small to see, and words of the
 * machine's.
 */
async function faults(page: Page): Promise<string[]> {
  // Lines of code, and tables in a box of their own, may be scrolled.
  const found = await cutOff(page, "details.numbers .scroll > *, .scroll > table");
  const canvases = page.locator("attention-scale canvas:visible");
  const sizes = await canvases.evaluateAll((all) =>
    all.map(({ clientWidth, clientHeight }) => Math.min(clientWidth, clientHeight)),
  );
  if (!(Math.min(...sizes) >= 30)) found.push(`no figure, or a small one: ${sizes}`);
  if (!(await painted(canvases))) found.push("a picture is blank");
  const nonsense = /NaN|undefined|Infinity|\[object/.exec(
    await page.locator("attention-scale").innerText(),
  );
  return nonsense === null ? found : [...found, nonsense[0]];
}

const { hide, lang, view: views } = DEFINITIONS;
/** What is hidden, and what of it must not be on the page. */
const STATES = [
  ["nothing but its figures", hide.words, "h1, .reason h2, .reason .prose, "],
  ["its text, but no controls", hide.words.filter((word) => word !== "text"), ""],
] as const;

/** The fold that holds the figure of a part whose other content is none, or a question. */
const FOLDS: Readonly<Record<string, string>> = {
  talk: "talk-rivals",
  bugs: "bugs-race",
  quiz: "quiz-models",
};

test.each(views.words.filter((_, i) => ALL || i % 5 === 0))(
  "alone in 320 pixels the view %s has its figures whole, and nothing sticks out",
  async (view) => {
    const { page, messages } = await openHere();
    const complete = view === "matrices" || view === "page" ? ready : done;
    const cases = STATES.flatMap((state) =>
      lang.words.map((language) => [state, language] as const),
    );
    // Figures alone in English, with text in Chinese.
    for (const [[what, hidden, words], language] of cases.filter((_, i) => ALL || i % 3 === 0)) {
      const fragment = `${FEW}&view=${view}&lang=${language}&hide=${hidden.join(",")}&open=${FOLDS[view] ?? ""}`;
      await follow(page, fragment, complete);
      const controls = `${words}header, footer, .settings, .take, .controls:visible`;
      const shown = await page.locator("attention-scale").locator(controls).count();
      expect([what, language, shown]).toEqual([what, language, 0]);
      await expect.poll(() => faults(page), { message: what }).toEqual([]);
    }
    expect(messages).toEqual([]);
  },
);
