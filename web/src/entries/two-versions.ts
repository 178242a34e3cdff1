/** A sentence in every element of a document that has brought the script in two versions. */
import type { AttentionScale } from "../element/element.js";

const TEXTS = {
  en: (first: string, other: string) =>
    `This page loads attention-scale in two versions, ${first} and ${other}; this is ${first}. Remove one of the two scripts.`,
  zh: (first: string, other: string) =>
    `本页加载了两个版本的 attention-scale：${first} 和 ${other}；此处运行的是 ${first}。请删去其中一个脚本。`,
};

/** @param other the version of the script that came second */
export function tell(elements: typeof AttentionScale, other: string): void {
  const show = (element: AttentionScale) =>
    element.updateComplete.then(() => {
      const sentence = document.createElement("p");
      sentence.className = "notice";
      sentence.setAttribute("role", "alert");
      sentence.textContent = TEXTS[element.language](elements.version ?? "", other);
      element.renderRoot.firstElementChild?.prepend(sentence);
    });
  for (const element of document.querySelectorAll("attention-scale"))
    show(element as AttentionScale);
  elements.addInitializer((element) => show(element as AttentionScale));
}
