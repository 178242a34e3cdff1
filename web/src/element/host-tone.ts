/**
 * Whether the page around an element is light or dark, and what colour is behind the element. What
 * is painted decides, since the figure stands on it; where nothing is painted, what the site says
 * of its theme. frame.js uses this too.
 */
import type { Rgb } from "../draw/luminance.js";
import { pathOf } from "../draw/on-screen.js";
import type { Tone } from "../draw/palette.js";
import { composite, isDark, type Rgba } from "../draw/readable.js";

export interface HostTone {
  readonly tone: Tone;
  /** The colour behind the element. Background images are not looked at. */
  readonly ground: Rgb;
}

const TONE_WORDS: Readonly<Record<string, Tone>> = {
  dark: "dark",
  night: "dark",
  black: "dark",
  slate: "dark",
  dim: "dark",
  light: "light",
  day: "light",
  white: "light",
};

/**
 * data-theme, data-user-color-scheme, data-bs-theme, data-md-color-scheme, data-mode, data-darkmode
 * and their like.
 */
const TELLING = /(^|-)(theme|scheme|mode|darkmode)$/;
/**
 * dark, dark-mode, theme-dark, is-night and their like; not bg-dark or navbar-light, which are
 * looks of a box.
 */
const CLASS =
  /^(?:(?:is|theme|mode|scheme|colou?r-?scheme|skin|body)[-_]+)?(dark|light|night|day)(?:[-_]?(?:mode|theme|scheme))?$/;

/** What the value of an attribute says; null: nothing of light and dark. */
export function toneOfAttribute(name: string, value: string): Tone | null {
  const text = value.trim().toLowerCase();
  const classes = name === "class";
  if (!classes && !TELLING.test(name)) return null;
  if (name.endsWith("darkmode") && /^(true|false|1|0|on|off)$/.test(text)) {
    return /^(true|1|on)$/.test(text) ? "dark" : "light";
  }
  const words = text.split(classes ? /\s+/ : /[^a-z]+/);
  const found = words.map((word) => TONE_WORDS[classes ? (CLASS.exec(word)?.[1] ?? "") : word]);
  return found.find((tone) => tone !== undefined) ?? null;
}

/** What an element's own attributes say. Those of elements of ours say what they show. */
const toneNamed = ({ attributes }: Element): Tone | undefined =>
  [...attributes].flatMap(({ name, value }) => toneOfAttribute(name, value) ?? [])[0];

/** What the computed color-scheme says, "light dark" with the system's choice. */
export function toneOfScheme(scheme: string, systemDark: boolean): Tone | null {
  const words = scheme.split(/\s+/);
  const light = words.includes("light");
  const dark = words.includes("dark");
  if (!light && !dark) return null;
  return dark && (systemDark || !light) ? "dark" : "light";
}

let probe: CanvasRenderingContext2D | null | undefined;

/** A computed colour in any notation; null: not understood. */
export function rgbaOf(color: string): Rgba | null {
  const plain = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(color);
  if (plain !== null) {
    const [r = 0, g = 0, b = 0, alpha = 1] = plain.slice(1, 5).map((part) => Number(part ?? 1));
    return [r, g, b, alpha];
  }
  if (!CSS.supports("color", color)) return null;
  // oklch() and others: the browser converts them.
  probe ??= document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  if (!probe) return null;
  probe.clearRect(0, 0, 1, 1);
  probe.fillStyle = "#0000";
  probe.fillStyle = color;
  probe.fillRect(0, 0, 1, 1);
  const [r = 0, g = 0, b = 0, alpha = 0] = probe.getImageData(0, 0, 1, 1).data;
  return [r, g, b, alpha / 255];
}

/** The colours of a canvas that nothing was painted on. */
const CANVAS: Readonly<Record<Tone, Rgb>> = { light: [255, 255, 255], dark: [18, 18, 18] };

/** @param comingGround a ground that the element is about to have */
export function hostTone(element: Element, comingGround: Rgba | null = null): HostTone {
  const [self, ...around] = pathOf(element);
  const styles = [self, ...around].map((each) => getComputedStyle(each as Element));
  const boxStyles = styles.filter(({ display }) => display !== "contents");
  const layers = [comingGround, ...boxStyles.map(({ backgroundColor }) => rgbaOf(backgroundColor))];
  const painted = layers.filter((layer) => layer !== null);
  const named = around.map(toneNamed).find((tone) => tone !== undefined);
  const { colorScheme = "", color = "" } = styles[1] ?? {};
  const scheme = toneOfScheme(colorScheme, matchMedia("(prefers-color-scheme: dark)").matches);
  const [r, g, b] = rgbaOf(color) ?? [0, 0, 0];
  // Where no site says anything, the text is as dark as the browser's own ground is light.
  const canvas = CANVAS[named ?? scheme ?? (isDark([r, g, b]) ? "light" : "dark")];
  const ground = composite(painted, canvas);
  return { tone: isDark(ground) ? "dark" : "light", ground };
}

/**
 * Milliseconds after which whatever a click or a change of attributes has begun is looked at once
 * more.
 */
const SETTLED = 500;

/**
 * Calls `look` now, and again whenever the light around the element may have changed: attributes of
 * the elements around it, style sheets, the system's scheme, the end of a fade, a click anywhere,
 * the element's coming into sight.
 * @returns ends it
 */
export function watchHost(element: Element, look: () => void): () => void {
  const listening = new AbortController();
  const listen = { signal: listening.signal, capture: true, passive: true };
  let frame = 0;
  let later = 0;
  const soon = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(look);
  };
  const twice = () => {
    soon();
    clearTimeout(later);
    later = window.setTimeout(look, SETTLED);
  };
  const attributes = new MutationObserver(twice);
  const [, ...around] = pathOf(element);
  const path = new Set<EventTarget>(around);
  // Our own attributes on the element change with every answer; of the others only these two may
  // change its colours.
  attributes.observe(element, { attributes: true, attributeFilter: ["class", "style"] });
  for (const each of around) attributes.observe(each, { attributes: true });
  const { head } = document;
  const everything = { attributes: true, childList: true, characterData: true, subtree: true };
  attributes.observe(head, everything);
  head.addEventListener("load", twice, listen);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", twice, listen);
  for (const event of ["transitionend", "transitioncancel", "animationend"]) {
    document.addEventListener(event, ({ target }) => target && path.has(target) && soon(), listen);
  }
  document.addEventListener("click", twice, listen);
  const sight = new IntersectionObserver(soon);
  sight.observe(element);
  look();
  return () => {
    listening.abort();
    attributes.disconnect();
    sight.disconnect();
    cancelAnimationFrame(frame);
    clearTimeout(later);
  };
}
