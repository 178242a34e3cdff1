/** The texts of the first chapter below its first screen. */
import type { StoryText } from "../text/en/first-chapter.js";
import { wordsOf } from "../text/words.js";

export const STORY_TEXTS = wordsOf<StoryText>("first-chapter");
