/**
 * The lessons in a course: a package of dist/courses, unpacked on a server, with scorm-again as the
 * system that opens it.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { unzipSync } from "fflate";
import type { FrameLocator, Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { LESSONS } from "../../web/src/lessons/lessons.js";
import type { ScormApi } from "../../web/src/lessons/scorm.js";
import { inProject } from "../../web/tools/run.mjs";
import { open, serve, setUp, stop } from "./browser.js";

const { browser } = await setUp();

const folder = mkdtempSync(join(tmpdir(), "course-"));
const zipped = unzipSync(readFileSync(inProject("dist/courses/lesson-1-en.zip")));
for (const [name, bytes] of Object.entries(zipped)) {
  const file = join(folder, "lesson", name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
}
for (const name of ["scorm12", "cross-frame-lms", "cross-frame-api"]) {
  const script = readFileSync(inProject(`node_modules/scorm-again/dist/${name}.min.js`));
  writeFileSync(join(folder, `${name}.js`), script);
}

/** Pages of the system by the name of their script. */
const pages = new Map<string, string>();
const answered: Parameters<typeof serve>[3] = (path, response) => {
  const page = pages.get(path.split("?")[0] ?? "");
  if (page === undefined) return false;
  response.writeHead(200, { "Content-Type": "text/html" });
  response.end(`<!doctype html><link rel="icon" href="data:,">${page}`);
  return true;
};
/** The server of the system, and another that holds content. */
const [lms, elsewhere] = await Promise.all([
  serve({}, undefined, folder, answered),
  serve({}, undefined, folder, answered),
]);
afterAll(() => {
  stop(lms);
  stop(elsewhere);
  rmSync(folder, { recursive: true });
});

const FRAME = 'style="width: 100%; height: 820px"';
/** scorm-again in a page of the system, with what it has of an earlier session. */
const scormAgain = (earlier?: object) => `<script src="scorm12.js"></script>
  <script>
    window.API = new Scorm12API({ autocommit: false, logLevel: 5 });
    const earlier = ${JSON.stringify(earlier ?? null)};
    if (earlier !== null) API.loadFromFlattenedJSON(earlier);
  </script>`;
const LESSON = `<iframe src="lesson/index.html" ${FRAME}></iframe>`;

/** scorm-again beside what SCORM has. */
type Again = ScormApi & { getFlattenedCMI(): Record<string, unknown> };

/** What the system has of a lesson. */
const kept = (page: Page): Promise<Record<string, unknown>> =>
  page.evaluate(() => (globalThis as unknown as { API: Again }).API.getFlattenedCMI());

/** The lesson in a frame of a package in a frame of the system. */
const lessonIn = (page: Page | FrameLocator): FrameLocator =>
  page.frameLocator("iframe").frameLocator("iframe");
const reportIn = (page: Page | FrameLocator) => page.frameLocator("iframe").locator("#report");

const { items } = LESSONS.en.lessons[0];
const words = LESSONS.en;

/** Answers the question on the screen by a number. */
async function answer(lesson: FrameLocator, number: number): Promise<void> {
  await lesson.locator(".pick label").nth(number).click();
  await lesson.locator('.pick[data-answered="true"]').waitFor();
}

async function goOn(lesson: FrameLocator): Promise<void> {
  await lesson.getByRole("button", { name: "Next" }).click();
  await lesson.locator('.pick[data-answered="false"]').waitFor();
}

describe("a lesson in a course", () => {
  test("reports answers, score and completion, and goes on where it was left", async () => {
    pages.set("course.html", scormAgain() + LESSON);
    const { page, messages } = await open(browser, `${lms.address}course.html`);
    const lesson = lessonIn(page);
    await lesson.getByText(`1.1 ${items.matrices.name}`).waitFor();
    // Nothing is seen before the answer, and nothing leads out of the lesson.
    expect(await lesson.locator(".present[data-covered]").count()).toBe(1);
    expect(await lesson.getByRole("button", { name: "Close" }).count()).toBe(0);
    await answer(lesson, 0);
    await lesson.getByText(`${words.other}${items.matrices.choices[1]}`).waitFor();
    expect(await lesson.locator(".present[data-covered]").count()).toBe(0);
    await expect
      .poll(() => reportIn(page).innerText())
      .toBe("Reported to the course: 1 of 6 answers, 0 right.");
    await goOn(lesson);
    await answer(lesson, 0);
    await lesson.getByText(words.right, { exact: true }).waitFor();
    await page.evaluate(() => document.querySelector("iframe")?.remove());
    const first = await kept(page);
    expect(first).toMatchObject({
      "cmi.core.lesson_status": "incomplete",
      "cmi.core.lesson_location": "variance",
      "cmi.core.score.raw": "16.67",
      "cmi.interactions.0.id": "matrices",
      "cmi.interactions.0.type": "choice",
      "cmi.interactions.0.student_response": "a",
      "cmi.interactions.0.correct_responses.0.pattern": "b",
      "cmi.interactions.0.result": "wrong",
      "cmi.interactions.1.id": "variance",
      "cmi.interactions.1.result": "correct",
    });

    pages.set("course.html", scormAgain(first) + LESSON);
    await page.reload();
    await lesson.getByText(`1.2 ${items.variance.name}`).waitFor();
    await lesson.getByText(words.right, { exact: true }).waitFor();
    // The first answer counts.
    expect(await lesson.locator(".pick input:enabled").count()).toBe(0);
    for (const right of [2, 1, 0, 1]) {
      await goOn(lesson);
      await answer(lesson, right);
    }
    await lesson.getByText("All 6 questions are answered, 5 of them right.").waitFor();
    expect(await lesson.getByRole("button", { name: "End" }).isDisabled()).toBe(true);
    const all = await kept(page);
    expect(all).toMatchObject({
      "cmi.core.lesson_status": "completed",
      "cmi.core.score.raw": "83.33",
      "cmi.interactions.5.id": "exponent",
    });
    expect(Object.keys(all).filter((key) => key.endsWith(".id")).length).toBe(6);
    expect(messages).toEqual([]);
  }, 120_000);

  test("keeps what a system refuses, says so beside the question, and sends it again", async () => {
    pages.set(
      "refusing.html",
      `<script>
        var refuses = true;
        var sent = [];
        const answer = () => String(!refuses);
        window.API = {
          LMSInitialize: answer, LMSFinish: answer, LMSCommit: answer,
          LMSGetValue: () => refuses ? "false" : "", LMSGetErrorString: answer, LMSGetLastError: answer,
          LMSSetValue: (element) => { if (!refuses) sent.push(element); return answer(); },
        };
      </script>${LESSON}`,
    );
    const { page, messages } = await open(browser, `${lms.address}refusing.html`);
    const lesson = lessonIn(page);
    await answer(lesson, 1);
    await reportIn(page).getByText(words.course.unsent).waitFor();
    expect(await reportIn(page).getByRole("button").innerText()).toBe(words.course.again);
    await page.evaluate(() => {
      (globalThis as unknown as { refuses: boolean }).refuses = false;
      const { contentDocument } = document.querySelector("iframe") as HTMLIFrameElement;
      contentDocument?.querySelector<HTMLButtonElement>("#report button")?.click();
    });
    await expect
      .poll(() => reportIn(page).innerText())
      .toBe("Reported to the course: 1 of 6 answers, 1 right.");
    expect(await page.evaluate("sent")).toContain("cmi.interactions.0.student_response");
    expect(messages).toEqual([]);
  });

  test("is the plain page where no course answers: by itself, and in a frame of another origin", async () => {
    const { page, messages } = await open(browser, `${lms.address}lesson/index.html`);
    await answer(page.frameLocator("iframe"), 1);
    expect(await page.locator("#report").isVisible()).toBe(false);
    const content = `${elsewhere.address}lesson/index.html`;
    pages.set("apart.html", `${scormAgain()}<iframe src="${content}" ${FRAME}></iframe>`);
    await page.goto(`${lms.address}apart.html`);
    await answer(lessonIn(page), 1);
    expect(await reportIn(page).innerText()).toBe(words.course.alone);
    expect(messages).toEqual([]);
  });

  test("reports from another origin where the system has a frame of its own there", async () => {
    const { origin } = new URL(lms.address);
    pages.set(
      "facade.html",
      `<script src="cross-frame-api.js"></script>
      <script>window.API = new CrossFrameAPI("${origin}");</script>
      ${LESSON}`,
    );
    const facing = (earlier?: object) => `${scormAgain(earlier)}
      <script src="cross-frame-lms.js"></script>
      <script>new CrossFrameLMS(API, "${new URL(elsewhere.address).origin}");</script>
      <iframe src="${elsewhere.address}facade.html" ${FRAME}></iframe>`;
    pages.set("facing.html", facing());
    const { page } = await open(browser, `${lms.address}facing.html`);
    const facade = page.frameLocator("iframe");
    await answer(lessonIn(facade), 1);
    const first = () => kept(page).then((all) => all["cmi.interactions.0.result"]);
    await expect.poll(first).toBe("correct");
    pages.set("facing.html", facing(await kept(page)));
    await page.reload();
    await lessonIn(facade).getByText(words.right, { exact: true }).waitFor();
  }, 120_000);
});
