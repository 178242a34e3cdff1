/**
 * What only an element in a page of someone else needs. The first view of the page itself does
 * without it.
 */
import { rectScale } from "../draw/on-screen.js";
import { edition } from "../experiments/edition.js";
import { Controller } from "../page/controller.js";
import type { PageElement } from "../page/page.js";
import { EMBED_START, forPage } from "../state/embedded.js";
import { ATTRIBUTES, Attributes, homeOf, takesEmpty } from "./attributes.js";
import { HostTheme } from "./host-theme.js";

/**
 * Sets an attribute as frameworks set properties: by a text or a number; none by null, undefined
 * and false. Preact writes "" for null and undefined.
 */
function setAttribute(element: PageElement, name: string, value: unknown): void {
  const kind = typeof value;
  const wrong = /^(object|function|symbol)$/.test(kind) && value !== null;
  const none = value === null || value === undefined || value === false;
  if (wrong || none || (value === "" && !takesEmpty(name))) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
  if (wrong) element.report({ key: name, value: kind, known: true });
}

/**
 * Gives the element's class a property for each attribute, also for HTML's own `lang`, which takes
 * null for a text. `state` goes on to be read as a whole.
 */
export function addProperties(prototype: PageElement): void {
  const whole = Object.getOwnPropertyDescriptor(prototype, "state");
  // What can only be read would throw into a framework that takes it for an attribute's.
  for (const [name, { get, set }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (get && !set) Object.defineProperty(prototype, name, { get, set() {} });
  }
  for (const name of ATTRIBUTES) {
    Object.defineProperty(prototype, name, {
      get(this: PageElement) {
        return name === "state" ? whole?.get?.call(this) : (this.getAttribute(name) ?? "");
      },
      set(this: PageElement, value: unknown) {
        setAttribute(this, name, value);
      },
    });
  }
}

/**
 * Keys in the element are its own, but those that move the focus, close what the host has opened,
 * or are shortcuts.
 */
function keep(event: Event): void {
  const { key, ctrlKey, altKey, metaKey, defaultPrevented } = event as KeyboardEvent;
  const root = event.currentTarget as ParentNode;
  const used = defaultPrevented || root.querySelector("dialog[open], #share-link") !== null;
  const passes = key === "Tab" || (key === "Escape" && !used) || metaKey || (ctrlKey && !altKey);
  if (!passes) event.stopPropagation();
}

/** What is dragged, and not pressed alone. */
const DRAGGED = '[type="range"], [type="text"], textarea, select, .pad, [data-moves]';

/**
 * The start of a gesture on what is dragged is the element's own: a carousel around it would take
 * the same gesture for its own, as it cannot see in a shadow root what was pressed.
 */
function keepDrag(event: Event): void {
  const dragged = (event.target as Element).closest(DRAGGED);
  // What the author has put into the element is the host's.
  if ((event.currentTarget as Node).contains(dragged)) event.stopPropagation();
}

/**
 * Adds the custom states of the element, and keeps some keys and gestures from the page around it.
 */
class HostProperties extends Controller {
  private readonly states = this.host.attachInternals().states;

  override hostConnected(): void {
    const { host } = this;
    for (const event of ["keydown", "keypress", "keyup"]) {
      host.renderRoot.addEventListener(event, keep);
    }
    for (const event of ["pointerdown", "mousedown", "touchstart"]) {
      host.renderRoot.addEventListener(event, keepDrag, { passive: true });
    }
    // A property that was set before the element was defined hides that of the class.
    for (const name of ATTRIBUTES) {
      const descriptor = Object.getOwnPropertyDescriptor(host, name);
      if (descriptor === undefined) continue;
      Reflect.deleteProperty(host, name);
      setAttribute(host, name, descriptor.value);
    }
  }

  hostUpdated(): void {
    const { tables, surroundings } = this.host;
    const states = { ready: tables.complete, dark: surroundings.tone === "dark" };
    for (const [name, on] of Object.entries(states)) {
      try {
        this.states[on ? "add" : "delete"](name);
      } catch {
        // Browsers of before 2024 take other names, and their hosts do without.
      }
    }
  }
}

/**
 * Keeps the height of what the author put into the element, usually a still picture, when the
 * figure comes in its place: what follows in the post moves only as far as the figure is higher.
 * Another width of the element ends that.
 */
class ReservedHeight extends Controller {
  private width = 0;
  private height = 0;
  private readonly sizes = new ResizeObserver(([entry]) => {
    if (entry === undefined || Math.abs(entry.contentRect.width - this.width) <= 1) return;
    this.height = 0;
    this.apply();
  });

  override hostConnected(): void {
    this.sizes.observe(this.host);
  }

  hostDisconnected(): void {
    this.sizes.disconnect();
  }

  private get page(): HTMLElement | null {
    return this.host.renderRoot.querySelector(".page");
  }

  /** What the author gave is on screen as long as there is a slot. */
  private get waits(): boolean {
    return this.page?.querySelector("slot") != null;
  }

  hostUpdate(): void {
    if (!this.waits) return;
    const content = document.createRange();
    content.selectNodeContents(this.host);
    this.width = this.host.clientWidth;
    this.height = content.getBoundingClientRect().height / rectScale(this.host);
  }

  hostUpdated(): void {
    this.apply();
  }

  private apply(): void {
    const height = this.height > 0 && !this.waits ? `${this.height}px` : "";
    if (this.page !== null && this.page.style.minHeight !== height) {
      this.page.style.minHeight = height;
    }
  }
}

export const guest = {
  start: EMBED_START,
  attributes: ATTRIBUTES,
  attributesOf: (element: Element) => new Attributes(element),
  forPage,
  /** The address of the whole page: `home`, else the page beside the script. */
  home: (element: PageElement) => homeOf(element.getAttribute("home")) ?? edition.pageBeside(),
  hostTheme(element: PageElement) {
    new ReservedHeight(element);
    new HostProperties(element);
    return new HostTheme(element);
  },
};

export type Guest = typeof guest;
