import type { en } from "../text/en/questions.js";
import { wordsOf } from "../text/words.js";

export const QUESTION_TEXTS = wordsOf<typeof en>("questions");
