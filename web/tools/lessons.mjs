// @ts-check
/** The files of web/docs/lessons, made from the lessons of the page: web/src/lessons. */
import { inProject } from "./run.mjs";

/** @returns {Promise<(readonly [file: string, text: string])[]>} */
export async function lessonFiles() {
  const { runnerImport } = await import("vite");
  const options = { configFile: /** @type {const} */ (false), root: inProject("web") };
  const { module } = await runnerImport(inProject("web/src/lessons/markdown.ts"), options);
  const { TRANSLATED, lessonFile, markdown } =
    /** @type {typeof import("../src/lessons/markdown.ts")} */ (module);
  return TRANSLATED.flatMap((language) =>
    [false, true].map((answers) => {
      const file = `web/docs/lessons/${lessonFile(language, answers)}`;
      return /** @type {const} */ ([file, markdown(language, answers)]);
    }),
  );
}
