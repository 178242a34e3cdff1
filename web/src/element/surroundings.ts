/** The element's surroundings: language, light or dark, and whether it prints. */
import type { Tone } from "../draw/palette.js";
import { Controller } from "../page/controller.js";
import type { PageElement } from "../page/page.js";
import { type Language, languageOf } from "../state/language.js";

export class Surroundings extends Controller {
  private readonly dark = globalThis.matchMedia("(prefers-color-scheme: dark)");
  private readonly paper = globalThis.matchMedia("print");
  /**
   * Whether the last event of printing was `beforeprint`: the browser reports the medium only after
   * it has laid out the sheets.
   */
  private toPaper = false;
  /** The tone of the page around the frame that shows this one; null where it has not told any. */
  frameTone: Tone | null = null;
  private listening = new AbortController();

  constructor(
    host: PageElement,
    private readonly beforePrint: () => void,
  ) {
    super(host);
  }

  override hostConnected(): void {
    this.listening = new AbortController();
    const { signal } = this.listening;
    const changed = () => this.host.requestUpdate();
    for (const media of [this.dark, this.paper]) {
      media.addEventListener("change", changed, { signal });
    }
    for (const event of ["beforeprint", "afterprint"]) {
      const print = () => {
        this.toPaper = event === "beforeprint";
        if (this.toPaper) this.beforePrint();
        changed();
      };
      globalThis.addEventListener(event, print, { signal });
    }
  }

  hostDisconnected(): void {
    this.listening.abort();
  }

  get printing(): boolean {
    return this.toPaper || this.paper.matches;
  }

  /** The state's language; else that of the page around the element; else the browser's. */
  get language(): Language {
    const { state, hostTheme } = this.host;
    return state.lang ?? languageOf(hostTheme?.language ?? navigator.language);
  }

  /** Paper is light in every theme. */
  get tone(): Tone {
    const { theme } = this.host.state;
    if (this.printing) return "light";
    if (theme === "light" || theme === "dark") return theme;
    const around = theme === "host" ? (this.frameTone ?? this.host.hostTheme?.tone) : null;
    if (around) return around;
    return this.dark.matches ? "dark" : "light";
  }
}
