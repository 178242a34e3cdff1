/** What the page around an element sees of it: its properties, its custom states, and the keys that it keeps to itself. */

import { Controller } from "../page/controller.js";
import type { PageElement } from "../page/page.js";
import { ATTRIBUTES } from "./attributes.js";

/** Sets an attribute as frameworks set properties: by a text or a number; none by null, undefined and false. */
function setAttribute(element: PageElement, name: string, value: unknown): void {
  const wrong = { key: name, value: typeof value, known: true };
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else if (/^(object|function|symbol)$/.test(wrong.value))
    element.restore(element.state, [...element.junk, wrong]);
  else element.setAttribute(name, value === true ? "" : String(value));
}

/** Gives the element's class a property for each attribute, also for HTML's own `lang`, which takes null for a text. `state` goes on to be read as a whole. */
export function addProperties(prototype: PageElement): void {
  const whole = Object.getOwnPropertyDescriptor(prototype, "state");
  // What can only be read would throw into a framework that takes it for an attribute's.
  for (const [name, { get, set }] of Object.entries(Object.getOwnPropertyDescriptors(prototype)))
    if (get && !set) Object.defineProperty(prototype, name, { get, set() {} });
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

/** Keys in the element are its own, but those that move the focus, close what the host has opened, or are shortcuts. */
function keep(event: Event): void {
  const { key, ctrlKey, altKey, metaKey, defaultPrevented } = event as KeyboardEvent;
  const root = event.currentTarget as ParentNode;
  const used = defaultPrevented || root.querySelector("dialog[open], #share-link") !== null;
  const passes = key === "Tab" || (key === "Escape" && !used) || metaKey || (ctrlKey && !altKey);
  if (!passes) event.stopPropagation();
}

export class HostProperties extends Controller {
  private readonly states = this.host.attachInternals().states;

  override hostConnected(): void {
    const { host } = this;
    for (const event of ["keydown", "keypress", "keyup"])
      host.renderRoot.addEventListener(event, keep);
    // A property that was set before the element was defined hides that of the class.
    for (const name of ATTRIBUTES) {
      const own = Object.getOwnPropertyDescriptor(host, name);
      if (own === undefined) continue;
      Reflect.deleteProperty(host, name);
      setAttribute(host, name, own.value);
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
