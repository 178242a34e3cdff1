import type { Question } from "../../part-kit/part-view.js";
import type { en } from "../../text/en/saturation.js";
import { weight } from "../../text/numbers.js";

export const question: Question<typeof en> = {
  settle({ engine, text }) {
    if (engine === null) return null;
    const weights = [1, 4].map((a) => engine.softmax([a, a, 2 * a, 4 * a]));
    const of = (at: number) => {
      const [before = 0, after = 0] = weights.map((row) => row[at]);
      return [weight(before), weight(after)] as const;
    };
    return { right: 2, why: text.question.why(of(2), of(3)) };
  },
};
