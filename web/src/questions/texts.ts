import type { en } from "../text/en/questions.js";
import { textsOf } from "../text/words.js";

export const QUESTION_TEXTS = textsOf<typeof en>("questions");
