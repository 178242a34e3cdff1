/**
 * What the embed shows where its script has failed, and so has defined no element: the pictures
 * stay, each with a sentence.
 */
import { reasonOf } from "../engine/reason.js";

const SENTENCES = {
  en: "This figure cannot run in this page. A script of the page may have changed what all scripts share. The browser says:",
  zh: "此图无法在本页运行。页面的某个脚本可能改动了所有脚本共用的东西。浏览器的说明：",
  es: "Esta figura no puede ejecutarse en esta página. Quizá un script de la página ha cambiado lo que comparten todos los scripts. El navegador dice:",
};

/**
 * Adds a sentence to each element, by loops and plain calls alone: other methods may be what the
 * page has changed.
 */
export function tellWhyNot(error: unknown): void {
  console.error("attention-scale:", error);
  const show = () => {
    const elements = document.getElementsByTagName("attention-scale");
    for (let i = 0; i < elements.length; i += 1) {
      const element = elements[i] as Element;
      const around = element.closest<HTMLElement>("[lang]");
      const language = (around?.lang ?? navigator.language).slice(0, 2).toLowerCase();
      const line = document.createElement("p");
      const sentence = SENTENCES[language as keyof typeof SENTENCES] ?? SENTENCES.en;
      line.textContent = `${sentence} ${reasonOf(error)}`;
      element.appendChild(line);
    }
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", show);
  else show();
}
