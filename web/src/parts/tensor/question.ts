import type { Question } from "../../part-kit/part-view.js";
import type { en } from "../../text/en/tensor.js";

export const question: Question<typeof en> = {
  settle: ({ text }) => ({ right: 2, why: text.question.why }),
};
