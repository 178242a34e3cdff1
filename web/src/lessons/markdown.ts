/** The lessons as the files of web/docs/lessons, which `npm run integrity` writes. */
import { LANGUAGES, type Language } from "../state/language.js";
import { unmarked } from "../text/typeset.js";
import { everyWord, isTranslated } from "../text/words.js";
import { itemsOf, LESSONS, PATH_LINK } from "./lessons.js";

await everyWord();

export const TRANSLATED = LANGUAGES.filter((language) => isTranslated("lessons", language));

/** The page in one file, as seen from there. */
const PAGE = "../../../dist/attention-scale.html";

/** The name of a file in web/docs/lessons. */
export const lessonFile = (language: Language, answers: boolean) =>
  `${answers ? "answers-" : ""}${language}.md`;

export function markdown(language: Language, answers: boolean): string {
  const { lessons, about, path, look, wrong, answer, colon, ...words } = LESSONS[language];
  const other = answers ? words.forPupils : words.forTeachers;
  const labelledText = (label: string, text: string) => `   - ${label}${colon}${text}\n`;
  const parts = lessons.map((lesson, index) => {
    const { title, question } = lesson;
    const list = itemsOf(lesson).map((item, i) => {
      const link = `${PAGE}#${item.link}&lang=${language}`;
      const guidance = answers
        ? labelledText(answer, item.answer)
        : labelledText(look, item.look) + labelledText(wrong, item.wrong);
      return `${i + 1}. **[${item.name}](${link})** ${item.question}\n${guidance}`;
    });
    const beside = answers ? words.answers : words.minutes;
    return `## ${index + 1}. ${title} (${beside})\n\n*${question}*\n\n${list.join("")}`;
  });
  const pathLink = `**[${path.name}](${PAGE}#${PATH_LINK}&lang=${language})** ${path.about}\n`;
  const written = [
    `# ${words.title}\n\n${about} ${words.file} [${other}](${lessonFile(language, !answers)})\n`,
    pathLink,
    ...parts,
  ];
  return unmarked(written.join("\n"));
}
