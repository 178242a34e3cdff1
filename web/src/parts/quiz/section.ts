/**
 * Ten questions about what published models do, the score, and that of whoever always says 1/√dₖ.
 */
import { laterFile } from "../../part-kit/later-file.js";
import type { Section } from "../../part-kit/part-view.js";
import type { en } from "../../text/en/quiz.js";
import type { View } from "./view.js";

const details = laterFile(() => import("./details.js"));

function content(view: View): unknown {
  if (view.engine === null) return view.progress.withoutEngine();
  return details(view).shown(view, { wide: 300 }, ({ quizContent }) => quizContent(view));
}

export const section: Section<typeof en> = {
  formulas: [],
  chapterFold: "quiz-questions",
  bar: () => ({ words: null, slider: null, seed: null }),
  content: (view) => [content(view)],
};
