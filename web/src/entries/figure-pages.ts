/**
 * A page for each figure, for hosts that take nothing but a link, and beside it what it says of
 * itself to programs that make a frame of the link: oEmbed, a file of JSON. Both are files, so that
 * every static host serves them; the build writes them where it knows its address.
 */
import { name as project } from "../../../package.json";
import { escapeXml } from "../draw/escape-xml.js";
import heights from "../export/heights.json";
import { POST_WIDTHS } from "../export/still.js";
import { PARTS } from "../keys/index.js";
import { CHAPTERS } from "../keys/part.js";
import { figuresOf } from "../parts/figure-names.js";
import { LANGUAGES, type Language } from "../state/language.js";
import type { PartName } from "../state/state.js";
import { cardName, documentOf } from "../text/documents.js";
import { TEXTS } from "../text/index.js";
import { plainText } from "../text/rich.js";
import { everyWord, textsOf } from "../text/words.js";
import { cardChapters } from "./cards.js";

/** Where they are, below the address of the page. */
const FOLDER = "figures";
/** What web/figures/figure.css leaves around the figure in a frame, above and below together. */
const AROUND_FRAME = 8;

/** What the build knows, and no text says. */
export interface Site {
  /** Of the whole page, with a slash at its end. */
  readonly address: string;
  /** The heights of the figures in English, in a column of POST_WIDTHS[0]. */
  readonly heights: Readonly<Record<string, number>>;
  /** What the pictures of links show, by their file names. */
  readonly alts: Readonly<Record<string, string>>;
}

/** Of a figure in a language. */
interface FigurePage {
  readonly language: Language;
  readonly figure: string;
  readonly title: string;
  readonly description: string;
  readonly height: number;
  /** The document of its chapter. */
  readonly chapter: string;
  /** The file of the picture of links to its chapter. */
  readonly card: string;
}

/** The name of a figure's files, without their ending. */
const nameOf = ({ figure, language }: FigurePage) =>
  language === "en" ? figure : `${figure}-${language}`;

const addressOf = (page: FigurePage, ending: string, { address }: Site) =>
  new URL(`${FOLDER}/${nameOf(page)}.${ending}`, address).href;

const around: Readonly<Record<string, Partial<Record<Language, readonly number[]>>>> = heights;

/** How much higher a figure is than in English. */
function heightened(figure: string, part: PartName, language: Language): number {
  const measured = around[figure] ?? around[part];
  const english = measured?.en?.[0] ?? 0;
  return (measured?.[language]?.[0] ?? english) - english;
}

/** What a figure is about: its own name on page one, elsewhere the claim of its part. */
function subjectOf(figure: string, part: PartName, language: Language): string {
  const { heading, tables } = TEXTS[language].matrices;
  if (figure === "weights") return heading;
  if (part === "matrices") return tables[figure as keyof typeof tables];
  return textsOf<{ readonly heading: string }>(part)[language].heading;
}

/** The pages of a language: of the chapters whose links have a picture in it. */
function pagesIn(language: Language, site: Site): FigurePage[] {
  const translated = cardChapters(language);
  return PARTS.filter(({ chapter }) => translated.includes(chapter)).flatMap((part) => {
    const { description } = documentOf(TEXTS[language], part.chapter);
    const chapter = CHAPTERS.find(({ view }) => view === part.chapter)?.file ?? "./";
    const card = cardName(part.chapter, language);
    return figuresOf(part.name).flatMap((figure) => {
      const measured = site.heights[figure];
      if (measured === undefined) return [];
      const subject = subjectOf(figure, part.name, language);
      const title = `${plainText(subject)} · ${plainText(TEXTS[language].site)}`;
      const height = measured + heightened(figure, part.name, language) + AROUND_FRAME;
      return { language, figure, title, description, height, chapter, card };
    });
  });
}

/** The answer to a program that asks what to show for the link: always the same. */
function oembed(page: FigurePage, site: Site): string {
  const [width] = POST_WIDTHS;
  const { title, height } = page;
  const src = escapeXml(addressOf(page, "html", site));
  const html = `<iframe src="${src}" title="${escapeXml(title)}" width="${width}" height="${height}" frameborder="0" loading="lazy" allow="clipboard-write" style="width: 100%; max-width: ${width}px"></iframe>`;
  const answer = {
    version: "1.0",
    type: "rich",
    title,
    provider_name: project,
    provider_url: site.address,
    width,
    height,
    html,
    thumbnail_url: new URL(page.card, site.address).href,
    thumbnail_width: 1200,
    thumbnail_height: 630,
  };
  return `${JSON.stringify(answer, null, 2)}\n`;
}

/** The link of the figure: the element alone, and before it runs the picture of its chapter. */
function documentText(page: FigurePage, site: Site): string {
  const { language, figure, card } = page;
  const [title, description] = [page.title, page.description].map(escapeXml);
  const alt = escapeXml(site.alts[card] ?? "");
  const image = new URL(card, site.address).href;
  const own = addressOf(page, "html", site);
  const meta = (property: string, content = "") =>
    `<meta property="og:${property}" content="${content}" />`;
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <meta name="description" content="${description}" />
    <meta name="color-scheme" content="light dark" />
    ${meta("type", "website")}
    ${meta("title", title)}
    ${meta("description", description)}
    ${meta("url", own)}
    ${meta("image", image)}
    ${meta("image:width", "1200")}
    ${meta("image:height", "630")}
    ${meta("image:alt", alt)}
    <meta name="twitter:card" content="summary_large_image" />
    <link rel="canonical" href="${own}" />
    <link rel="alternate" type="application/json+oembed" href="${addressOf(page, "json", site)}" title="${title}" />
    <link rel="icon" type="image/svg+xml" href="../icon.svg" />
    <link rel="stylesheet" href="./figure.css" />
    <script src="./figure.js" defer></script>
    <script src="../loader.js" defer></script>
  </head>
  <body>
    <attention-scale figure="${figure}">
      <a href="../${page.chapter.replace("./", "index.html")}"><img src="../${card}" alt="${alt}" width="1200" height="630" /></a>
    </attention-scale>
  </body>
</html>
`;
}

/** The files of all figures, by their paths. */
export async function figureFiles(site: Site): Promise<Record<string, string>> {
  await everyWord();
  const pages = LANGUAGES.flatMap((language) => pagesIn(language, site));
  return Object.fromEntries(
    pages.flatMap((page) => [
      [`${FOLDER}/${nameOf(page)}.html`, documentText(page, site)],
      [`${FOLDER}/${nameOf(page)}.json`, oembed(page, site)],
    ]),
  );
}
