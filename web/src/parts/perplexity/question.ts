import { curve } from "../../language/recorded.js";
import type { Question } from "../../part-kit/part-view.js";
import type { en } from "../../text/en/perplexity.js";
import { significant } from "../../text/numbers.js";

const at = (wanted: number) =>
  curve.points.find(({ exponent }) => exponent === wanted)?.perplexity ?? 0;
const written = (wanted: number) => significant(at(wanted), 3);

export const question: Question<typeof en> = {
  settle: ({ text }) => ({
    right: 2,
    why: text.question.why(written(0.5), written(0), written(1)),
  }),
};
