import { html, nothing, type TemplateResult } from "lit";
import type { Page } from "../page/page.js";
import { titledBy } from "../state/chapters.js";
import { LANGUAGES, type Language, NAMES } from "../state/language.js";
import { DEFINITIONS } from "../state/state.js";
import { ICONS } from "../ui/icons.js";
import { richText, typeset } from "../ui/rich.js";

function title({ text, state }: Page): TemplateResult {
  const chapter = titledBy(state.view);
  if (chapter !== "page") return html`${richText(text.chapters[chapter].name)}`;
  return html`${richText(text.title)}<span class="scaled root">${typeset("√dₖ")}</span>${richText(text.titleEnd)}`;
}

export function header(page: Page): TemplateResult | typeof nothing {
  if (!page.shows("header")) return nothing;
  const { text, state } = page;
  const { words: themes } = DEFINITIONS.theme;
  // "host", the last word, looks like "auto" and is followed by "light": a click leads through the others alone.
  const theme = state.theme === "host" ? "auto" : state.theme;
  const nextTheme = themes[(themes.indexOf(theme) + 1) % 3] ?? "auto";
  return html`<header>
    <div class="title">
      <h1>${title(page)}</h1>
      <nav aria-label=${text.nav.label}>
        <label class="languages" title=${text.nav.language}>
          ${ICONS.languages}<span aria-hidden="true">${NAMES[page.language].name}</span>
          <select
            aria-label=${text.nav.language}
            @change=${({ target }: Event) => page.set({ lang: (target as HTMLSelectElement).value as Language })}
          >
            ${LANGUAGES.map((lang) => html`<option lang=${lang} value=${lang} .selected=${lang === page.language}>${NAMES[lang].name}</option>`)}
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
