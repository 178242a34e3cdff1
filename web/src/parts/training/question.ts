import type { Question } from "../../part-kit/part-view.js";
import type { en } from "../../text/en/training.js";

export const question: Question<typeof en> = {
  settle: ({ text }) => ({ right: 1, why: text.question.why }),
};
