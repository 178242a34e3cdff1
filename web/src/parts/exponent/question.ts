import type { Question } from "../../part-kit/part-view.js";
import type { en } from "../../text/en/exponent.js";

export const question: Question<typeof en> = {
  settle: ({ text }) => ({ right: 2, why: text.question.why }),
};
