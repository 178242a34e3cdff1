/** A sentence in every element of a document that has brought the script in two versions. */
import type { AttentionScale } from "../element/element.js";
import type { en } from "../text/en/single-figure.js";
import { say } from "../text/rich.js";
import { textsOf, wordsReady } from "../text/words.js";

const FIGURE_TEXTS = textsOf<typeof en>("single-figure");

/** @param other the version of the script that came second */
export function tellOfTwoVersions(elements: typeof AttentionScale, other: string): void {
  const show = (element: AttentionScale) =>
    element.updateComplete.then(async () => {
      await wordsReady(element.language);
      const sentence = document.createElement("p");
      sentence.className = "notice";
      sentence.setAttribute("role", "alert");
      sentence.textContent = say(FIGURE_TEXTS[element.language].versions, {
        first: elements.version ?? "",
        other,
      });
      element.renderRoot.firstElementChild?.prepend(sentence);
    });
  for (const element of document.querySelectorAll("attention-scale")) {
    show(element as AttentionScale);
  }
  elements.addInitializer((element) => show(element as AttentionScale));
}
