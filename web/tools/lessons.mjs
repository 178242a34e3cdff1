// @ts-check
/** The files of web/docs/lessons, made from the lessons of the page: web/src/lessons. */
import { sourceModule } from "./source-module.mjs";

/** @returns {Promise<(readonly [file: string, text: string])[]>} */
export async function lessonFiles() {
  const { TRANSLATED, lessonFile, markdown } =
    /** @type {typeof import("../src/lessons/markdown.ts")} */ (
      await sourceModule("web/src/lessons/markdown.ts")
    );
  return TRANSLATED.flatMap((language) =>
    [false, true].map((answers) => {
      const file = `web/docs/lessons/${lessonFile(language, answers)}`;
      return /** @type {const} */ ([file, markdown(language, answers)]);
    }),
  );
}
