import type { Question } from "../../part-kit/part-view.js";
import type { en } from "../../text/en/flow.js";

export const question: Question<typeof en> = {
  settle: ({ text }) => ({ right: 0, why: text.question.why }),
};
