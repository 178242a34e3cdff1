/**
 * One figure over the whole screen, as for a projector: its question, the figure as large as it
 * fits, which is covered until the question is answered, and keys that go on. The slides of a lesson
 * have more than one figure, and what the reader is to set. It is the page itself, since a dialog
 * cannot fill the screen and is covered by what does. The figure is enlarged by a transform, which
 * leaves places in a canvas as they are: `zoom` differs among browsers.
 */
import { html, nothing, type TemplateResult } from "lit";
import { ref } from "lit/directives/ref.js";
import presentCss from "../../styles/present.css?inline";
import { enlargementOf, rectScale } from "../draw/on-screen.js";
import { paintAsShown } from "../draw/scene-figure.js";
import { CHAPTERS } from "../keys/part.js";
import { placeOf, slideState } from "../lessons/lessons.js";
import { pickedOn, picks } from "../lessons/picked.js";
import { modified } from "../modified.js";
import type { Page, PageElement } from "../page/page.js";
import { slideOf } from "../part-kit/slides.js";
import { figuresOf, unfoldedFiguresOf } from "../parts/figure-names.js";
import { guessOf } from "../questions/guesses.js";
import { chapterNameOf, chapterOf, partOf, partsOf } from "../state/chapters.js";
import { type PartName, START, type State } from "../state/state.js";
import { plainText, say } from "../text/rich.js";
import { textsOf } from "../text/words.js";
import { richText, typeset } from "../ui/rich.js";
import { answersToPick, tellAround } from "./answers.js";
import { singleFigure as alone, css as aloneCss, FIGURE_TEXTS, type Render } from "./index.js";

/**
 * What a part asks its reader stands among its words; those of the first one come with this script.
 */
interface Asking {
  readonly question?: { readonly ask: string };
}
textsOf("matrices");

export const css = aloneCss + presentCss;

/**
 * The width at which a figure is laid out before it is enlarged, in CSS pixels: that of a column.
 */
const COLUMN = 700;
/** The same of a slide with figures side by side. */
const PAIR = 1050;

/** The figures of some parts that stand in no fold, and the one that is shown. */
const deckFigures = (parts: readonly PartName[], shown: string): readonly string[] =>
  parts.flatMap((part) => {
    const unfolded = unfoldedFiguresOf(part);
    return figuresOf(part).filter((figure) => figure === shown || unfolded.includes(figure));
  });

/** The figures of the chapter of the one that is shown. */
const chapterFigures = (shown: string) => deckFigures(partsOf(chapterNameOf(partOf(shown))), shown);

/** The slides of a lesson, or all figures but the folded ones; each is what it changes in the state. */
function deckOf(page: Page): { slides: readonly Partial<State>[]; place: number } {
  const { state, language } = page;
  const { lesson, figure } = state;
  if (lesson === null) {
    const all = CHAPTERS.flatMap(({ view }) => partsOf(view));
    const figures = deckFigures(all, figure);
    return {
      slides: figures.map((name) => ({ figure: name })),
      place: figures.indexOf(figure),
    };
  }
  const { items, place } = placeOf(lesson, language);
  return { slides: items.map(({ slide }) => slideState(slide, state)), place };
}

/** What a slide asks, and the name that it is asked under. */
interface Asked {
  readonly ask: string | undefined;
  /** Once it is answered, other slides that ask the same show their figures too. */
  readonly name: string;
}

function askedOn({ state, language }: Page): Asked {
  const { lesson, figure } = state;
  if (lesson !== null) {
    const { items, place } = placeOf(lesson, language);
    return { ask: items[place]?.question, name: `lesson ${lesson}` };
  }
  const part = partOf(figure);
  // A part without words for a question asks nothing.
  const ask = textsOf<Asking | undefined>(part)[language]?.question?.ask;
  return { ask, name: part };
}

/**
 * Whether a slide leads to nothing but the other slides of its lesson: in a course the page around it
 * has no place to return to.
 */
const stays = (page: Page): boolean => page.state.lesson !== null && !page.shows("contents");

/** The first figure of the section or the view of a state that names none. */
function firstOf({ view, at }: State): string {
  const parts = [at, view, ...partsOf(view), "matrices"] as PartName[];
  return parts.flatMap(figuresOf)[0] ?? "";
}

/** Gives the focus to what has led to the screen, once the page has it again. */
function focusAgain(page: PageElement, selector: string): void {
  const { renderRoot } = page;
  const controller = {
    hostUpdated() {
      const origin = renderRoot.querySelector<HTMLElement>(selector);
      // The reader goes on elsewhere.
      const elsewhere = page.shadowRoot?.activeElement?.matches("a, button, input, select, canvas");
      if (origin === null && !elsewhere) return;
      page.removeController(controller);
      if (!elsewhere) origin?.focus();
    },
  };
  page.addController(controller);
}

class Stage {
  private element: HTMLElement | undefined;
  private listening = new AbortController();
  /** The figure that is too high for its column to be enlarged. */
  private high = "";
  private scale = 1;
  /** What was asked, and has been answered. */
  private readonly answered = new Set<string>();
  private readonly sizes = new ResizeObserver(() => requestAnimationFrame(() => this.fit()));

  constructor(private readonly page: PageElement) {}

  readonly attach = (element: Element | undefined): void => {
    this.listening.abort();
    this.sizes.disconnect();
    this.element = element as HTMLElement | undefined;
    this.scale = 1;
    if (this.element === undefined) return;
    this.listening = new AbortController();
    const { signal } = this.listening;
    // In a page of others keys outside the element are that page's, unless the element fills the
    // screen.
    const key = (event: KeyboardEvent) => {
      if (this.page.ownPage || document.fullscreenElement) this.key(event);
    };
    // Listens in the capturing phase, before any control: a presenter's remote sends PageDown
    // wherever the focus is.
    globalThis.addEventListener("keydown", key, { signal, capture: true });
    this.element.addEventListener("keydown", this.key, { signal, capture: true });
    const left = () => {
      if (document.fullscreenElement === null) this.leave();
    };
    document.addEventListener("fullscreenchange", left, { signal });
    globalThis.addEventListener("resize", () => this.fit(), { signal });
    for (const box of [this.element, ...this.element.querySelectorAll(".wall, .slide")]) {
      this.sizes.observe(box);
    }
    // Once it is in the document.
    queueMicrotask(() => this.element?.focus({ preventScroll: true }));
  };

  /**
   * Enlarges the figure as far as the window has room for it. What is too high is as wide as the
   * window, and scrolls.
   */
  private fit(): void {
    const [wall, slide] = [".wall", ".slide"].map((name) =>
      this.element?.querySelector<HTMLElement>(name),
    );
    if (!wall || !slide || slide.offsetHeight === 0) return;
    const { figure, lesson } = this.page.state;
    const room = wall.clientWidth;
    const above =
      wall.getBoundingClientRect().top - (this.element?.getBoundingClientRect().top ?? 0);
    const top = above / rectScale(wall);
    const window = globalThis.innerHeight / enlargementOf(wall);
    const { figures, width = figures.length > 1 ? PAIR : COLUMN } = slideOf(this.page.state);
    const column = this.high === figure ? room : Math.min(width, room);
    slide.style.width = `${column}px`;
    const fits = Math.min(room / column, (window - top - 8) / slide.offsetHeight);
    // On a projector a slide of a lesson is seen as a whole. Who works alone scrolls.
    const isWhole = lesson !== null && !picks(this.page.state) && room >= COLUMN;
    if (fits < 1 && column < room && !isWhole) {
      this.high = figure;
      this.fit();
      return;
    }
    const scale = isWhole ? fits : Math.max(1, fits);
    slide.style.transform = `scale(${scale})`;
    wall.style.height = `${slide.offsetHeight * scale}px`;
    if (Math.abs(scale / this.scale - 1) < 0.01) return;
    this.scale = scale;
    paintAsShown();
  }

  /**
   * Whether the figure waits for the answer to its question. One that the reader has enlarged was
   * seen before.
   */
  get covers(): boolean {
    const { page } = this;
    const { ask, name } = askedOn(page);
    const { asked, figure, lesson } = page.state;
    if (lesson !== null && picks(page.state)) return pickedOn(page.state, lesson) === undefined;
    if (ask === undefined || page.origin !== null || asked === "off") return false;
    const isGuessed = lesson === null && guessOf(page.state, partOf(figure)) !== undefined;
    return !isGuessed && !this.answered.has(name);
  }

  /** Shows what the question is about. */
  uncover(): void {
    this.answered.add(askedOn(this.page).name);
    this.page.requestUpdate();
    this.follow();
    this.element?.focus({ preventScroll: true });
  }

  /** Changes what the answer changes at once. */
  readonly follow = (): void => {
    const { page, revealed } = this;
    if (slideOf(page.state).seen && revealed !== undefined) page.set(revealed);
  };

  /** Shows the slide so many places after this one. */
  turn(by: number): void {
    const { slides, place } = deckOf(this.page);
    const slide = slides[place + by];
    if (slide === undefined) return;
    this.page.set(slide);
    // The next question stands above the figure that was read last.
    if (this.page.ownPage && picks(this.page.state)) globalThis.scrollTo(0, 0);
  }

  /** Shows the answer to the question of the slide, what follows from it, or the next slide. */
  private goOn(): void {
    const { revealed } = this;
    if (this.covers && !picks(this.page.state)) this.uncover();
    else if (revealed !== undefined) this.page.set(revealed);
    else this.advance();
  }

  /** What the answer still changes in the state; undefined where it has. */
  private get revealed(): Partial<State> | undefined {
    const { state } = this.page;
    const { reveals } = slideOf(state);
    const keys = Object.keys(reveals ?? {}) as (keyof State)[];
    return keys.some((key) => reveals?.[key] !== state[key]) ? reveals : undefined;
  }

  /** Shows the next slide; after the last one the lessons, or the chapter. */
  advance(): void {
    const { slides, place } = deckOf(this.page);
    if (place === slides.length - 1) this.leave();
    else this.turn(1);
  }

  /** Shows the first or the last slide of the lesson, or of the chapter. */
  private end(which: 0 | -1): void {
    const { lesson, figure } = this.page.state;
    const { slides } = deckOf(this.page);
    const slide =
      lesson === null ? { figure: chapterFigures(figure).at(which) ?? "" } : slides.at(which);
    if (slide !== undefined) this.page.set(slide);
  }

  /**
   * Returns to the chapter, the part alone or the figure alone that the figure was enlarged from;
   * without one to the chapter. A slide of a lesson returns to the lessons.
   */
  leave(): void {
    const { page } = this;
    const { figure, lesson, lang, theme, hide, solutions } = page.state;
    const { origin } = page;
    const part = partOf(figure);
    if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined);
    if (stays(page)) return;
    if (lesson !== null) {
      page.set({ ...START, lang, theme, hide, solutions, view: "lessons" });
      focusAgain(page, `[data-slide="${lesson}"]`);
      return;
    }
    const aloneBefore = origin !== null && chapterOf(origin.view) === undefined;
    page.set({
      present: "off",
      figure: origin === null || origin.figure === "" ? "" : figure,
      view: aloneBefore ? part : chapterNameOf(part),
      at: aloneBefore ? null : part,
    });
    if (page.shows("download")) focusAgain(page, `[data-figure="${figure}"]`);
  }

  private readonly key = (event: KeyboardEvent): void => {
    const { key, defaultPrevented } = event;
    if (defaultPrevented || modified(event)) return;
    const keys: Record<string, () => void> = {
      ArrowRight: () => this.goOn(),
      PageDown: () => this.goOn(),
      " ": () => this.goOn(),
      ArrowLeft: () => this.turn(-1),
      PageUp: () => this.turn(-1),
      Home: () => this.end(0),
      End: () => this.end(-1),
      Escape: () => this.leave(),
    };
    const target = event.composedPath()[0];
    // Arrows move within a control that has the focus.
    const used = target instanceof Element && target.matches("input, select, textarea, canvas");
    const pressed = key === " " && target instanceof Element && target.matches("button, summary");
    const action = keys[key];
    if (action === undefined || pressed || (used && !/^(Page|Escape)/.test(key))) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };
}

const stages = new WeakMap<PageElement, Stage>();

const chapterName = ({ text }: Page, part: PartName) =>
  plainText(text.chapters[chapterNameOf(part)].name);

/** Where a slide is in its lesson, or a figure in its chapter. */
function placeIn(page: Page): { chapter: string; place: number; count: number } {
  const { lesson, figure } = page.state;
  if (lesson !== null) {
    const { lesson: one, items, place } = placeOf(lesson, page.language);
    return { chapter: plainText(one.title), place: place + 1, count: items.length };
  }
  const figures = chapterFigures(figure);
  const place = figures.indexOf(figure) + 1;
  return { chapter: chapterName(page, partOf(figure)), place, count: figures.length };
}

/** The name of the item that a slide belongs to. */
function slideName({ state, language }: Page): TemplateResult | typeof nothing {
  if (state.lesson === null) return nothing;
  const { number, items, place } = placeOf(state.lesson, language);
  return html`<p class="called">${number}.${place + 1} ${typeset(items[place]?.name ?? "")}</p>`;
}

/** The answer of the lesson, where its slide tells it, once it is asked for. */
function answerOf({ state, language }: Page, isCovered: boolean): unknown {
  if (state.lesson === null || isCovered || picks(state) || !slideOf(state).tells) return nothing;
  const { items, place } = placeOf(state.lesson, language);
  return html`<p class="answer">${typeset(items[place]?.answer ?? "")}</p>`;
}

function bar(page: PageElement, stage: Stage): TemplateResult {
  const { language, text } = page;
  const words = FIGURE_TEXTS[language];
  const { slides, place: index } = deckOf(page);
  const { chapter, place, count } = placeIn(page);
  const placeText = html`<span class="visually-hidden">${say(words.place, { chapter, place, count })}</span>`;
  return html`<nav aria-label=${text.nav.label}>
    <button
      type="button"
      ?disabled=${index <= 0}
      @click=${() => stage.turn(-1)}
    >${words.previous}</button>
    <span role="status"><span aria-hidden="true">${place} / ${count}</span>${placeText}</span>
    <button
      type="button"
      ?disabled=${stays(page) && index === slides.length - 1}
      @click=${() => stage.advance()}
    >${index === slides.length - 1 ? words.end : words.next}</button>
    ${
      document.fullscreenEnabled
        ? html`<button
          type="button"
          class="screen"
          @click=${() => page.fillScreen()}
        >${text.export.enlarge}</button>`
        : ""
    }
    ${
      stays(page)
        ? nothing
        : html`<button type="button" @click=${() => stage.leave()}>${text.share.close}</button>`
    }
  </nav>`;
}

/** @param render as for a figure alone */
export function singleFigure(page: PageElement, render: Render): unknown {
  const { state, language } = page;
  if (state.figure === "") {
    const first =
      state.lesson === null ? { figure: firstOf(state) } : slideState(state.lesson, state);
    queueMicrotask(() => page.set(first));
    return html``;
  }
  const part = partOf(state.figure);
  const { ask } = askedOn(page);
  const stage = stages.get(page) ?? new Stage(page);
  stages.set(page, stage);
  const isCovered = stage.covers;
  const { lesson } = state;
  const isPicking = lesson !== null && picks(state);
  if (isPicking) tellAround(page, lesson);
  return html`<section
    class="present"
    tabindex="-1"
    ?data-covered=${isCovered}
    ?data-seen=${slideOf(state).seen}
    ${ref(stage.attach)}
  >
    <div class="asks">
      <div class="asked">
        ${slideName(page)}
        <h1 aria-live="polite">${
          ask === undefined ? typeset(chapterName(page, part)) : richText(ask)
        }</h1>
      </div>
      ${bar(page, stage)}
    </div>
    ${isPicking ? answersToPick(page, lesson, stage.follow) : nothing}
    <div class="wall">
      <div class="slide">${alone(page, render, false)}${answerOf(page, isCovered)}</div>
      ${
        isCovered && !isPicking
          ? html`<button
            type="button"
            class="uncover"
            @click=${() => stage.uncover()}
          >${FIGURE_TEXTS[language].show}</button>`
          : nothing
      }
    </div>
  </section>`;
}
