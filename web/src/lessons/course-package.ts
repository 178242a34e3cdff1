/** The documents of the SCORM packages, one a lesson and language: see web/tools/courses.mjs. */
import { escapeXml } from "../draw/escape-xml.js";
import { LANGUAGES, type Language } from "../state/language.js";
import { unmarked } from "../text/typeset.js";
import { everyWord, isTranslated } from "../text/words.js";
import { itemsOf, LESSONS, linkOf } from "./lessons.js";
import { packageName } from "./package-name.js";
import { NONE_PICKED } from "./picked.js";

await everyWord();

/** A package: its file in dist/, and its documents by name. */
export interface CoursePackage {
  readonly file: string;
  readonly documents: Readonly<Record<string, string>>;
}

/** The document that a course opens. */
const PAGE = "index.html";
export const COURSE_SCRIPT = "course.js";
/** What stands in each package beside them. */
export const SHARED_FILES = [
  COURSE_SCRIPT,
  "attention-scale.html",
  "LICENSE",
  "THIRD-PARTY-NOTICES.txt",
] as const;

/** JSON within a script, which no text in it can end. */
const json = (data: unknown): string => JSON.stringify(data).replaceAll("<", "\\u003c");

const STYLE = `
      :root { color-scheme: light dark; }
      html, body { height: 100%; margin: 0; }
      body { display: flex; flex-direction: column; }
      #report { margin: 0; padding: 6px 12px; font: 13px/1.4 system-ui, sans-serif; }
      #report button { margin-inline-start: 8px; min-height: 32px; font: inherit; }
      iframe { flex: 1 1 0; min-height: 0; width: 100%; border: 0; }
    `;

function page(title: string, language: Language, start: string): string {
  const { course } = LESSONS[language];
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escapeXml(title)}</title>
    <style>${STYLE}</style>
  </head>
  <body>
    <p id="report" role="status" hidden></p>
    <noscript><p>${escapeXml(course.noScript)}</p></noscript>
    <script type="application/json" id="course">${json({ start, words: course })}</script>
    <script src="${COURSE_SCRIPT}"></script>
  </body>
</html>
`;
}

/**
 * A manifest by the "SCORM Content Aggregation Model 1.2", with one sharable content object (SCO).
 */
function manifest(title: string, identifier: string, files: readonly string[]): string {
  const listed = files.map((file) => `      <file href="${file}" />`).join("\n");
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest
  identifier="${identifier}"
  version="1.0"
  xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xsi:schemaLocation="http://www.imsproject.org/xsd/imscp_rootv1p1p2 imscp_rootv1p1p2.xsd
    http://www.adlnet.org/xsd/adlcp_rootv1p2 adlcp_rootv1p2.xsd"
>
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
  </metadata>
  <organizations default="organization">
    <organization identifier="organization">
      <title>${escapeXml(title)}</title>
      <item identifier="lesson" identifierref="page">
        <title>${escapeXml(title)}</title>
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="page" type="webcontent" adlcp:scormtype="sco" href="${PAGE}">
${listed}
    </resource>
  </resources>
</manifest>
`;
}

function coursePackage(language: Language, number: number): CoursePackage {
  const lesson = LESSONS[language].lessons[number - 1] ?? LESSONS[language].lessons[0];
  const title = unmarked(lesson.title);
  const [first] = itemsOf(lesson);
  const start = `${linkOf(first?.slide ?? "matrices")}&picked=${NONE_PICKED}&hide=contents&lang=${language}`;
  const identifier = `attention-scale-lesson-${number}-${language}`;
  return {
    file: packageName(number, language),
    documents: {
      [PAGE]: page(title, language, start),
      "imsmanifest.xml": manifest(title, identifier, [PAGE, ...SHARED_FILES]),
    },
  };
}

export const PACKAGES: readonly CoursePackage[] = LANGUAGES.filter((language) =>
  isTranslated("lessons", language),
).flatMap((language) => LESSONS[language].lessons.map((_, i) => coursePackage(language, i + 1)));
