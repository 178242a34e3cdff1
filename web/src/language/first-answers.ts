/** The recorded answers that stand for the trained model outside its chapter. */
import type { Recording } from "./recorded.js";

/** Whether a text has letters of Chinese, most of what the model has read. */
export const isChinese = (text: string): boolean => /\p{Script=Han}/u.test(text);

/**
 * The first recorded prompt in Chinese, or in English, and what both lanes answered to it: without
 * the division, then with it.
 */
export function firstAnswers(prompts: Recording["prompts"], chinese: boolean) {
  const found = prompts.find(({ prompt }) => isChinese(prompt) === chinese);
  if (found === undefined) throw new Error("The recording lacks a prompt of a language.");
  const answers = found.lanes.map(({ steps, ended }) => ({
    text: steps.map(({ added }) => added).join(""),
    isCut: ended === "stopped",
  }));
  return { prompt: found.prompt, answers };
}
