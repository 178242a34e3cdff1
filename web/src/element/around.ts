/**
 * What stands around the content: the title, the contents, the links to the previous and the next
 * chapter, and the footer.
 */
import { html, nothing, type TemplateResult } from "lit";
import { ref } from "lit/directives/ref.js";
import { rectScale } from "../draw/on-screen.js";
import { CHAPTERS } from "../keys/part.js";
import { stateTarget } from "../page/anchor.js";
import type { Page } from "../page/page.js";
import { chapterNameOf, chapterOf, titledBy } from "../state/chapters.js";
import { LANGUAGES, type Language, LISTED } from "../state/language.js";
import { DEFINITIONS, type PartName } from "../state/state.js";
import { ICONS } from "../ui/icons.js";
import { richText, typeset } from "../ui/rich.js";

function title({ text, state }: Page): TemplateResult {
  const chapter = titledBy(state.view);
  if (chapter !== "page") return html`${richText(text.chapters[chapter].name)}`;
  const root = html`<span class="scaled root">${typeset("√dₖ")}</span>`;
  return html`${richText(text.title)}${root}${richText(text.titleEnd)}`;
}

export function header(page: Page): TemplateResult | typeof nothing {
  if (!page.shows("header")) return nothing;
  const { text, state } = page;
  const { words: themes } = DEFINITIONS.theme;
  // "host", the last word, looks like "auto" and is followed by "light": a click leads through the
  // others alone.
  const theme = state.theme === "host" ? "auto" : state.theme;
  const nextTheme = themes[(themes.indexOf(theme) + 1) % 3] ?? "auto";
  return html`<header>
    <div class="title">
      <h1>${title(page)}</h1>
      <nav aria-label=${text.nav.label}>
        <label class="languages" title=${text.nav.language}>
          ${ICONS.languages}<span aria-hidden="true">${LISTED[page.language].name}</span>
          <select
            aria-label=${text.nav.language}
            @change=${({ target }: Event) =>
              page.set({ lang: (target as HTMLSelectElement).value as Language })}
          >
            ${LANGUAGES.map(
              (lang) => html`<option
                lang=${lang}
                value=${lang}
                .selected=${lang === page.language}
              >${LISTED[lang].name}</option>`,
            )}
          </select>
        </label>
        <button
          type="button"
          class="quiet icon"
          aria-label=${text.theme[theme]}
          title=${text.theme[theme]}
          @click=${() => page.set({ theme: nextTheme })}
        >
          ${ICONS[theme]}
        </button>
      </nav>
    </div>
    <p class="subtitle">${typeset(text.chapters[titledBy(state.view)].subtitle)}</p>
  </header>`;
}

type Entry = (typeof CHAPTERS)[number];

/**
 * Where the contents are one line wider than the page, scrolls it so that the current chapter is in
 * the middle, in the frame that shows it: the browser lays it out for that.
 */
const centre = (current: Element | undefined) =>
  requestAnimationFrame(() => {
    const line = current?.closest("ol");
    if (current === undefined || !line) return;
    const place = current.getBoundingClientRect();
    const frame = line.getBoundingClientRect();
    const apart = (place.left + place.right - frame.left - frame.right) / 2;
    line.scrollLeft += apart / rectScale(line);
  });

function link(page: Page, { view }: Entry, before: string, after = ""): TemplateResult {
  const { href, go } = stateTarget(page, { view });
  const current = view === chapterNameOf(page.state.view);
  // A part alone is not its chapter, but belongs to it.
  const kind = view === page.state.view ? "page" : "true";
  return html`<a
    href=${href}
    aria-current=${current ? kind : nothing}
    ${current ? ref(centre) : nothing}
    @click=${go}
  >${before}${richText(page.text.chapters[view].name)}${after}</a>`;
}

/** Whether the page shows one part alone, and no single figure. */
const showsPart = ({ state }: Page) =>
  chapterOf(state.view) === undefined && state.figure === "" && state.present === "off";

/** In a page of others a part alone leads nowhere else: it is that page's. */
const hidden = (page: Page) =>
  !page.shows("contents") ||
  (chapterOf(page.state.view) === undefined && !(page.ownPage && showsPart(page)));

/** The way from a part alone to the whole chapter, at the part. */
function wholeChapter(page: Page): TemplateResult | typeof nothing {
  if (!showsPart(page)) return nothing;
  const part = page.state.view as PartName;
  const chapter = chapterNameOf(part);
  const { href, go } = stateTarget(page, { at: part, view: chapter });
  const { chapters } = page.text;
  return html`<p><a
    href=${href}
    @click=${go}
  >← ${chapters.whole} ${richText(chapters[chapter].name)}</a></p>`;
}

export function contents(page: Page): TemplateResult | typeof nothing {
  if (hidden(page)) return nothing;
  return html`<nav class="contents" aria-label=${page.text.chapters.label}>
    <ol>${CHAPTERS.map((chapter, i) => html`<li>${link(page, chapter, `${i + 1} `)}</li>`)}</ol>
    ${wholeChapter(page)}
  </nav>`;
}

export function chapterEnds(page: Page): TemplateResult | typeof nothing {
  if (hidden(page)) return nothing;
  const { text, state } = page;
  const chapter = chapterNameOf(state.view);
  const here = CHAPTERS.findIndex(({ view }) => view === chapter);
  const previous = CHAPTERS[here - 1];
  const next = CHAPTERS[here + 1];
  return html`<nav class="chapter-ends" aria-label=${text.chapters.ends}>
    ${
      previous === undefined
        ? nothing
        : html`<p>${text.chapters.previous} ${link(page, previous, "← ")}</p>`
    }
    ${
      next === undefined
        ? nothing
        : html`<p class="next">${text.chapters.next} ${link(page, next, "", " →")}</p>`
    }
  </nav>`;
}

export function footer(page: Page): TemplateResult | typeof nothing {
  if (!page.shows("footer")) return nothing;
  return html`<footer><p>${page.text.footer.text}</p><p>${page.text.footer.paper}</p></footer>`;
}
