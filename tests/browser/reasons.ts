/** Functions that wait for the experiments of the parts, and read and set their controls. */
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { DEFINITIONS, type LaterPart } from "../../web/src/state/state.js";
import { en as atlas } from "../../web/src/text/en/atlas.js";
import { en as bugs } from "../../web/src/text/en/bugs.js";
import { en as choices } from "../../web/src/text/en/choices.js";
import { en as critical } from "../../web/src/text/en/critical.js";
import { en as cross } from "../../web/src/text/en/cross.js";
import { en as depth } from "../../web/src/text/en/depth.js";
import { en as exponent } from "../../web/src/text/en/exponent.js";
import { en as flow } from "../../web/src/text/en/flow.js";
import { en as gradient } from "../../web/src/text/en/gradient.js";
import { en as grid } from "../../web/src/text/en/grid.js";
import { en as haystack } from "../../web/src/text/en/haystack.js";
import { en as inside } from "../../web/src/text/en/inside.js";
import { en as jacobian } from "../../web/src/text/en/jacobian.js";
import { en as libraries } from "../../web/src/text/en/libraries.js";
import { en as many } from "../../web/src/text/en/many.js";
import { en as common } from "../../web/src/text/en/part-kit.js";
import { en as perplexity } from "../../web/src/text/en/perplexity.js";
import { en as quiz } from "../../web/src/text/en/quiz.js";
import { en as saturation } from "../../web/src/text/en/saturation.js";
import { en as steps } from "../../web/src/text/en/steps.js";
import { en as talk } from "../../web/src/text/en/talk.js";
import { en as tensor } from "../../web/src/text/en/tensor.js";
import { en as training } from "../../web/src/text/en/training.js";
import { en as variance } from "../../web/src/text/en/variance.js";
import { en as widths } from "../../web/src/text/en/widths.js";
import { asRead } from "../as-read.js";
import { ready } from "./browser.js";

/** The words of all parts, and those that they share. */
export const text = asRead({
  ...common,
  variance,
  saturation,
  jacobian,
  gradient,
  exponent,
  steps,
  cross,
  many,
  widths,
  tensor,
  flow,
  depth,
  training,
  grid,
  atlas,
  choices,
  libraries,
  critical,
  haystack,
  bugs,
  quiz,
  talk,
  inside,
  perplexity,
});

/** Matches what the page says with a text, whatever stands in its places. */
export const sayingOf = (words: string): RegExp => {
  const written = words
    .split(/\{[\w.]+\}/)
    .map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(written.join(".*"));
};

/** The key of a link that opens all folds of a part, or of every part. */
export const unfolded = (part?: LaterPart): string =>
  `open=${DEFINITIONS.open.words.filter((name: string) => name.startsWith(part ?? "")).join()}`;

/** The keys of a link to experiments that are small, where their size does not matter. */
export const FEW = "samples=300&draws=40&encoders=10&rowdraws=10";

/** Waits until the page is complete: every experiment is done, and every figure is there. */
export async function done(page: Page): Promise<void> {
  await ready(page);
  await page.locator("section.reason").first().waitFor();
  await expect
    .poll(
      () =>
        page.evaluate(() => {
          const root = document.querySelector("attention-scale")?.shadowRoot;
          const studies = [...(root?.querySelectorAll<HTMLElement>("[data-study]") ?? [])];
          const owed = studies.filter((study) => study.dataset.progress !== "done");
          const empty = root?.querySelectorAll(".empty").length ?? 0;
          return [
            ...owed.map((study) => `${study.dataset.study}: ${study.innerText}`),
            `${empty} empty`,
          ];
        }),
      { timeout: 50_000, interval: 50 },
    )
    .toEqual(["0 empty"]);
}

/**
 * Sets the state as if the reader had followed a link, to a page of parts if nothing is said; the
 * old state is gone when it returns.
 */
export async function follow(page: Page, fragment: string, complete = done): Promise<void> {
  await page.evaluate(async (to) => {
    location.hash = to;
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  }, fragment);
  await complete(page);
}

export const study = (page: Page, name: string): Locator => page.locator(`[data-study="${name}"]`);
export const progressOf = (page: Page, name: string): Promise<string | null> =>
  study(page, name).getAttribute("data-progress");

/** The fragment of the page's address, by key. */
export const fragmentOf = (page: Page): URLSearchParams =>
  new URLSearchParams(new URL(page.url()).hash.slice(1));

export const slider = (page: Page, name: string): Locator =>
  page.getByRole("slider", { name, exact: true });
export const radio = (page: Page, group: string, name: string): Locator =>
  page.getByRole("group", { name: group, exact: true }).getByRole("radio", { name, exact: true });

/** The value that each control of the parts shows, by its id or name. */
export const controls = (page: Page): Promise<Record<string, string>> =>
  page.locator(".reason .settings").evaluateAll((rows) =>
    Object.fromEntries(
      rows
        .flatMap((row) => [...row.querySelectorAll<HTMLInputElement>("input, select")])
        .filter((input) => input.type !== "radio" || input.checked)
        .map((input) => [
          input.type === "radio" ? input.name : input.id,
          input.type === "range" ? (input.getAttribute("aria-valuetext") ?? "") : input.value,
        ]),
    ),
  );

/** The largest difference between the numbers of a table and the expected ones. */
export const off = (
  shown: readonly (readonly number[])[],
  want: readonly (readonly number[])[],
) => {
  expect(shown.map((row) => row.length)).toEqual(want.map((row) => row.length));
  return Math.max(
    ...shown.flatMap((row, i) =>
      row.map((value, j) => Math.abs(value - (want[i]?.[j] ?? Number.NaN))),
    ),
  );
};
