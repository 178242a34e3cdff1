/** The table of libraries on the page. */
import { expect, test } from "vitest";
import { requestOf } from "../../web/src/attention/sentence-attention.js";
import { followedOf } from "../../web/src/parts/libraries/experiments.js";
import { START } from "../../web/src/state/state.js";
import { en } from "../../web/src/text/en/libraries-table.js";
import { engine } from "../loaded-engine.js";
import { numbersOf, setUp, tableNamed } from "./browser.js";
import { fragmentOf } from "./reasons.js";

const { start } = await setUp();

test("a row of the table shows its rule on the sentence, by a tap and by a link", async () => {
  const { page, messages } = await start("view=libraries&followed=masked-row");
  const row = tableNamed(page, en.table.caption).locator(
    'tr[data-library="onnxruntime"][data-version="1.24.3"]',
  );
  const cell = row.locator('td[data-name="masked-row"]');
  expect(await cell.innerText()).toBe(en.cells["masked-row"].mean);
  await row.getByRole("button").click();
  await expect.poll(() => fragmentOf(page).get("library")).toBe("onnxruntime-1.24.3");
  const weights = tableNamed(page, "Weights by the rule of ONNX Runtime, Attention 1.24.3");
  await weights.waitFor({ state: "attached" });
  const request = { ...START, attention: requestOf(START, ["I", "am", "good"]) };
  const { theirs } = followedOf(engine, {
    ...request,
    library: "onnxruntime-1.24.3",
    followed: "masked-row",
  });
  expect((await numbersOf(weights)).flat()).toEqual([...(theirs?.data ?? [])]);
  expect(messages).toEqual([]);
});

// A figure alone stands without the table and what is said below that.
test.each(["view=libraries", "figure=libraries-weights"])(
  "an unknown library is said to be none, with the names that there are: %s",
  async (shown) => {
    const { page } = await start(`${shown}&library=caffe`);
    await page.getByText("no library “caffe”").waitFor();
  },
);
