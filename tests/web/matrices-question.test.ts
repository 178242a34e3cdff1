/** The question of the first chapter, where what it measures fails once. */
import { beforeEach, expect, it, vi } from "vitest";
import type { Calculator } from "../../web/src/experiments/calculator.js";
import { matricesQuestion, retryQuestion } from "../../web/src/parts/matrices/question.js";
import { en } from "../../web/src/text/en/questions.js";
import { pageWith, textOf } from "./section-pages.js";

const { sharedCalculator } = vi.hoisted(() => ({ sharedCalculator: vi.fn() }));
vi.mock("../../web/src/experiments/calculator.js", async (original) => ({
  ...(await original<object>()),
  sharedCalculator,
}));

/** A calculator that answers with the largest weights of three rows. */
const calculator = {
  ask: ({ dim }, answer) => answer({ unscaled: { peak: [0.9, 0.8, dim / 1000] } } as never),
  end: () => undefined,
} as Pick<Calculator, "ask" | "end">;

beforeEach(() => sharedCalculator.mockReset());

it("tells why, and measures again when the reader tries again", async () => {
  sharedCalculator.mockRejectedValueOnce(new Error("the network is down"));
  sharedCalculator.mockResolvedValue(calculator);
  const { page } = pageWith({ asked: "off" });
  page.asks = true;
  const changed = vi.fn();
  const told = () => textOf(matricesQuestion(page, changed));
  expect(told()).toContain(en.measuring);
  await vi.waitFor(() => expect(changed).toHaveBeenCalled());
  expect(told()).toContain("the network is down");
  expect(told()).toContain(page.text.problems.tryAgain);
  expect(told()).not.toContain(en.measuring);
  // Nothing asks again by itself.
  const asked = sharedCalculator.mock.calls.length;
  told();
  expect(sharedCalculator).toHaveBeenCalledTimes(asked);
  changed.mockClear();
  retryQuestion(page);
  expect(told()).toContain(en.measuring);
  await vi.waitFor(() => expect(changed).toHaveBeenCalled());
  expect(told()).toContain("Measured");
  expect(told()).not.toContain("the network is down");
});

it.each([
  [0.995, "more than 99"],
  [0.95, "90 to 99"],
  [0.6, "less than 90"],
] as const)("finds the right answer where the least sharp row gives %d", async (least, answer) => {
  const sharp = {
    ask: ({ dim }, found) =>
      found({ unscaled: { peak: dim === 256 ? [1, least, 0.999] : [1, 0.1, 1] } } as never),
    end: () => undefined,
  } as Pick<Calculator, "ask" | "end">;
  sharedCalculator.mockResolvedValue(sharp);
  const { page } = pageWith({ asked: "off" });
  page.asks = true;
  const changed = vi.fn();
  matricesQuestion(page, changed);
  await vi.waitFor(() => expect(changed).toHaveBeenCalled());
  expect(textOf(matricesQuestion(page, changed))).toContain(`Measured: <strong class=>${answer}`);
});
