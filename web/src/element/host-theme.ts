/** The language, colours, font and distances that an embed takes from the page around it. */
import guestCss from "../../styles/guest.css?inline";
import { SYMBOLS, sansOf } from "../draw/fonts.js";
import type { Rgb } from "../draw/luminance.js";
import { hexOf } from "../draw/luminance.js";
import { channels, type Palette, properties, type Tone } from "../draw/palette.js";
import { composite, faint, type Rgba, readable } from "../draw/readable.js";
import { memo } from "../memo.js";
import { Controller } from "../page/controller.js";
import { type HostTone, hostTone, rgbaOf, watchHost } from "./host-tone.js";

/**
 * Custom properties of the page around, `--attention-scale-` in front. Values that CSS does not
 * allow are null.
 */
interface Looks {
  readonly unscaled: Rgba | null;
  readonly scaled: Rgba | null;
  readonly text: Rgba | null;
  readonly ground: Rgba | null;
  readonly font: string | null;
  readonly gap: string | null;
}

function readLooks(element: Element): Looks {
  const style = getComputedStyle(element);
  const value = (name: string, property: string) => {
    const value = style.getPropertyValue(`--attention-scale-${name}`).trim();
    return value !== "" && CSS.supports(property, value) ? value : null;
  };
  const color = (name: string) => rgbaOf(value(name, "color") ?? "");
  const font = value("font", "font-family");
  return {
    unscaled: color("unscaled"),
    scaled: color("scaled"),
    text: color("text"),
    ground: color("ground"),
    font: font === null ? null : `${SYMBOLS}, ${font}`,
    gap: value("gap", "padding"),
  };
}

/**
 * A palette on a ground, with what the page around says of it. Every colour of text can be read on
 * the ground.
 */
export function paletteOn(base: Palette, ground: Rgb, looks: Looks): Palette {
  const text = (hostColor: Rgba | null, color: string) =>
    readable(hostColor === null ? channels(color) : composite([hostColor], ground), ground);
  const ink = text(looks.text, base.ink);
  const muted = looks.text === null ? channels(base.muted) : faint(ink, ground, 0.7);
  return {
    ...base,
    paper: hexOf(ground),
    card: hexOf(faint(ink, ground, 0.04)),
    hairline: hexOf(faint(ink, ground, 0.15)),
    ink: hexOf(ink),
    muted: hexOf(readable(muted, ground)),
    unscaled: hexOf(text(looks.unscaled, base.unscaled)),
    scaled: hexOf(text(looks.scaled, base.scaled)),
    wrong: hexOf(text(null, base.wrong)),
    ...(looks.font === null ? {} : { font: looks.font }),
  };
}

type HostLook = HostTone & { readonly looks: Looks };

const cssColor = ([r, g, b, alpha]: Rgba) => `rgb(${r} ${g} ${b} / ${alpha})`;

/** The rules that follow from a palette, after the sheets of `styles`. Paper stays white. */
function cssOf(palette: Palette, { font, gap, ground }: Looks, hosted: boolean): string {
  const transparent = hosted ? "transparent" : "var(--paper)";
  return `${guestCss}
    @media screen {
      .page[data-tone] { ${properties(palette)} }
      .page {
        padding: ${gap ?? (hosted && ground === null ? "0" : "var(--gap)")};
        background: ${ground === null ? transparent : cssColor(ground)};
      }
    }
    ${font === null ? "" : `.page[lang] { --sans: ${font}; --serif: ${font}; }`}`;
}

export class HostTheme extends Controller {
  private observed: HostLook | null = null;
  /** `lang` may change on any element around, and is read where it is used. */
  private readonly languages = new MutationObserver(() => this.host.requestUpdate());
  private end = () => {};
  private sheet: CSSStyleSheet | null = null;
  private written = "";
  private readonly css = memo(cssOf);
  private readonly dressed = memo((base: Palette, theme: string, look: HostLook) => {
    const { ground, looks } = look;
    if (theme === "host") return paletteOn(base, ground, looks);
    if (Object.values(looks).every((value) => value === null)) return base;
    const paper = channels(base.paper);
    return paletteOn(base, looks.ground === null ? paper : composite([looks.ground], paper), looks);
  });

  /** The language's own fonts draw the characters that the page's around lacks. */
  private readonly withFonts = memo((look: HostLook, fonts: string): HostLook => {
    const { font } = look.looks;
    return font === null ? look : { ...look, looks: { ...look.looks, font: `${font}, ${fonts}` } };
  });

  override hostConnected(): void {
    const attributes = { subtree: true, attributes: true, attributeFilter: ["lang"] };
    this.languages.observe(this.host.getRootNode(), attributes);
    this.end = watchHost(this.host, () => this.look());
    this.host.requestUpdate();
  }

  hostDisconnected(): void {
    this.languages.disconnect();
    this.end();
  }

  private look(): void {
    const looks = readLooks(this.host);
    const look = { ...hostTone(this.host, looks.ground), looks };
    if (JSON.stringify(look) === JSON.stringify(this.observed)) return;
    this.observed = look;
    this.host.requestUpdate();
  }

  get tone(): Tone | null {
    return this.observed?.tone ?? null;
  }

  /** `lang` of the nearest ancestor that has it; an empty one names no language. */
  get language(): string | null {
    return this.host.closest('[lang]:not([lang=""])')?.getAttribute("lang") ?? null;
  }

  palette(base: Palette): Palette {
    const { surroundings, state, language } = this.host;
    if (this.observed === null || surroundings.printing) return base;
    return this.dressed(base, state.theme, this.withFonts(this.observed, sansOf(language)));
  }

  hostUpdated(): void {
    const { host, observed } = this;
    const root = host.shadowRoot;
    const view = host.ownerDocument.defaultView;
    if (observed === null || root === null || view === null) return;
    // A sheet belongs to one document, and adoptStyles sets those of another.
    if (this.sheet === null || !root.adoptedStyleSheets.includes(this.sheet)) {
      this.sheet = new view.CSSStyleSheet();
      root.adoptedStyleSheets = [...root.adoptedStyleSheets, this.sheet];
      this.written = "";
    }
    const { looks } = this.withFonts(observed, sansOf(host.language));
    const css = this.css(host.palette, looks, host.state.theme === "host");
    if (css !== this.written) this.sheet.replaceSync(css);
    this.written = css;
  }
}
