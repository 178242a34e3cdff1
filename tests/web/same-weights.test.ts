/** The two answers of the first chapter are those that were recorded of the trained model. */
import recorded from "recorded-answers";
import { describe, expect, it } from "vitest";
import { sameWeights } from "../../web/src/first-chapter/same-weights.js";
import { conversations } from "../../web/src/language/recorded.js";
import { PROMPTS } from "../../web/src/part-kit/model/chat.js";
import type { Language } from "../../web/src/state/language.js";
import { START } from "../../web/src/state/state.js";
import { fakePage } from "./fake-page.js";
import { textOf } from "./section-pages.js";

/** What is read of it. */
const shown = (language: Language, shows = true) => {
  const section = sameWeights(
    fakePage({
      language,
      state: START,
      answers: { linked: START },
      firstSentence: START.sentence,
      asks: false,
      hosted: false,
      addressOf: () => "",
      shows: () => shows,
    }),
  );
  return textOf(section).replace(/<[^>]*>/g, "");
};

describe("the same weights without the division and with it", () => {
  it.each(["en", "zh"] as const)("have the recorded prompt and answers: %s", (language) => {
    const { prompt, answers } = recorded[language];
    expect(prompt).toBe(PROMPTS[language][0]);
    const conversation = conversations.find(({ request }) => request.prompt === prompt);
    const [unscaled, scaled] = conversation?.steps.map((steps) => steps.at(-1)?.answer) ?? [];
    expect(conversation?.request.lanes).toEqual([{ exponent: 0 }, { exponent: 0.5 }]);
    expect(conversation?.ended).toEqual(["stopped", "end"]);
    expect(answers).toEqual([`${unscaled?.trim()}…`, scaled]);
  });

  it("stand on the page in its language, in others than the two with the English question", () => {
    expect(shown("en")).toContain("The capital of France is Paris.");
    expect(shown("en")).toContain("trained with the division");
    expect(shown("zh")).toContain("中国的首都是北京。");
    expect(shown("zh")).toContain("带着缩放训练");
    for (const [language, inEnglish] of [
      ["es", "en inglés"],
      ["ja", "英語で"],
    ] as const) {
      expect(shown(language)).toContain(recorded.en.prompt);
      expect(shown(language)).toContain(recorded.en.answers[1]);
      expect(shown(language)).toContain(inEnglish);
    }
    expect(shown("es")).toContain("se entrenaron con la división");
    expect(shown("ja")).toContain("スケーリングありで学習されています");
  });

  it("are left out where the text is hidden", () => {
    expect(shown("en", false)).toBe("");
  });
});
