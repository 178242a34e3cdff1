/**
 * One figure over the whole screen, as for a projector: its question, the figure as large as it
 * fits, and keys that go on. It is the page itself, since a dialog cannot fill the screen and is
 * covered by what does. The figure is enlarged by a transform, which leaves places in a canvas as
 * they are: `zoom` differs among browsers.
 */
import { html, type TemplateResult } from "lit";
import { ref } from "lit/directives/ref.js";
import presentCss from "../../styles/present.css?inline";
import { enlargementOf, rectScale } from "../draw/on-screen.js";
import { paintAsShown } from "../draw/scene-figure.js";
import { CHAPTERS } from "../keys/part.js";
import { modified } from "../modified.js";
import type { Page, PageElement } from "../page/page.js";
import { figuresOf } from "../parts/figure-names.js";
import { chapterNameOf, chapterOf, partOf, partsOf } from "../state/chapters.js";
import type { PartName, State } from "../state/state.js";
import { plainText, say } from "../text/rich.js";
import { textsOf } from "../text/words.js";
import { richText, typeset } from "../ui/rich.js";
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

const chapterFigures = (part: PartName) => partsOf(chapterNameOf(part)).flatMap(figuresOf);

/** All figures in the order of the page. */
const ALL_FIGURES = CHAPTERS.flatMap(({ view }) => partsOf(view).flatMap(figuresOf));

/** The first figure of the section or the view of a state that names none. */
function firstOf({ view, at }: State): string {
  const parts = [at, view, ...partsOf(view), "matrices"] as PartName[];
  return parts.flatMap(figuresOf)[0] ?? "";
}

/**
 * Gives the focus to the button that shows a figure over the whole screen, once the page has it
 * again.
 */
function focusButton(page: PageElement, figure: string): void {
  const { renderRoot } = page;
  const controller = {
    hostUpdated() {
      const button = renderRoot.querySelector<HTMLElement>(`[data-figure="${figure}"]`);
      // The reader goes on elsewhere.
      const elsewhere = page.shadowRoot?.activeElement?.matches("a, button, input, select, canvas");
      if (button === null && !elsewhere) return;
      page.removeController(controller);
      if (!elsewhere) button?.focus();
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
      if (this.page.ownPage || document.fullscreenElement !== null) this.key(event);
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
    const { figure } = this.page.state;
    const room = wall.clientWidth;
    const above =
      wall.getBoundingClientRect().top - (this.element?.getBoundingClientRect().top ?? 0);
    const top = above / rectScale(wall);
    const window = globalThis.innerHeight / enlargementOf(wall);
    const column = this.high === figure ? room : Math.min(COLUMN, room);
    slide.style.width = `${column}px`;
    const fits = Math.min(room / column, (window - top - 8) / slide.offsetHeight);
    if (fits < 1 && column < room) {
      this.high = figure;
      this.fit();
      return;
    }
    const scale = Math.max(1, fits);
    slide.style.transform = `scale(${scale})`;
    wall.style.height = `${slide.offsetHeight * scale}px`;
    if (Math.abs(scale / this.scale - 1) < 0.01) return;
    this.scale = scale;
    paintAsShown();
  }

  /** Shows the figure so many places after this one. */
  turn(by: number): void {
    const figure = ALL_FIGURES[ALL_FIGURES.indexOf(this.page.state.figure) + by];
    if (figure !== undefined) this.page.set({ figure });
  }

  /**
   * Returns to the chapter, the part alone or the figure alone that the figure was enlarged from;
   * without one to the chapter.
   */
  leave(): void {
    const { page } = this;
    const { figure } = page.state;
    const { origin } = page;
    const part = partOf(figure);
    if (document.fullscreenElement !== null) document.exitFullscreen().catch(() => undefined);
    const aloneBefore = origin !== null && chapterOf(origin.view) === undefined;
    page.set({
      present: "off",
      figure: origin === null || origin.figure === "" ? "" : figure,
      view: aloneBefore ? part : chapterNameOf(part),
      at: aloneBefore ? null : part,
    });
    if (page.shows("download")) focusButton(page, figure);
  }

  private readonly key = (event: KeyboardEvent): void => {
    const { key, defaultPrevented } = event;
    if (defaultPrevented || modified(event)) return;
    const figures = chapterFigures(partOf(this.page.state.figure));
    const show = (figure = "") => this.page.set({ figure });
    const keys: Record<string, () => void> = {
      ArrowRight: () => this.turn(1),
      PageDown: () => this.turn(1),
      " ": () => this.turn(1),
      ArrowLeft: () => this.turn(-1),
      PageUp: () => this.turn(-1),
      Home: () => show(figures[0]),
      End: () => show(figures.at(-1)),
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

function bar(page: PageElement, stage: Stage): TemplateResult {
  const { state, language, text } = page;
  const words = FIGURE_TEXTS[language];
  const part = partOf(state.figure);
  const figures = chapterFigures(part);
  const place = figures.indexOf(state.figure) + 1;
  const chapter = chapterName(page, part);
  const index = ALL_FIGURES.indexOf(state.figure);
  const count = figures.length;
  const placeText = html`<span class="visually-hidden">${say(words.place, { chapter, place, count })}</span>`;
  return html`<nav aria-label=${text.nav.label}>
    <button
      type="button"
      ?disabled=${index <= 0}
      @click=${() => stage.turn(-1)}
    >${words.previous}</button>
    <span role="status"><span aria-hidden="true">${place} / ${figures.length}</span>${placeText}</span>
    <button
      type="button"
      ?disabled=${index === ALL_FIGURES.length - 1}
      @click=${() => stage.turn(1)}
    >${words.next}</button>
    ${
      document.fullscreenEnabled
        ? html`<button
          type="button"
          class="screen"
          @click=${() => page.fillScreen()}
        >${text.export.enlarge}</button>`
        : ""
    }
    <button type="button" @click=${() => stage.leave()}>${text.share.close}</button>
  </nav>`;
}

/** @param render as for a figure alone */
export function singleFigure(page: PageElement, render: Render): unknown {
  const { state, language } = page;
  if (state.figure === "") {
    queueMicrotask(() => page.set({ figure: firstOf(state) }));
    return html``;
  }
  const part = partOf(state.figure);
  // A part without words for a question asks nothing.
  const ask = textsOf<Asking | undefined>(part)[language]?.question?.ask;
  const stage = stages.get(page) ?? new Stage(page);
  stages.set(page, stage);
  return html`<section class="present" tabindex="-1" ${ref(stage.attach)}>
    <div class="asks">
      <h1 aria-live="polite">${
        ask === undefined ? typeset(chapterName(page, part)) : richText(ask)
      }</h1>
      ${bar(page, stage)}
    </div>
    <div class="wall"><div class="slide">${alone(page, render, false)}</div></div>
  </section>`;
}
