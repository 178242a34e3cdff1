/** Keys of the rotation by positions: prompt and answer, and the head and the token that are held. */
import { keys } from "./inside.js";

export { keys };

export const part = {
  chapter: "model",
  keys,
  folds: ["rotary-scores", "rotary-settings", "rotary-further"],
} as const;
