import type { en } from "../en/card-page.js";
import type { Translation } from "../translation.js";

export const es: Translation<typeof en> = {
  claim: "[-Sin la división-], una sola palabra se lo lleva casi todo.",
  sides: { unscaled: "sin la división", scaled: "con la división" },
};
