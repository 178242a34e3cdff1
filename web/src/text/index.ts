/** The texts of the page's first screen. */
import type { Text } from "./en/page.js";
import { textsOf } from "./words.js";

export type { Text } from "./en/page.js";

export const TEXTS = textsOf<Text>("page");
