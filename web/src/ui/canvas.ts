/** The canvas of a figure. */
import { html, nothing, type TemplateResult } from "lit";
import { ref } from "lit/directives/ref.js";

interface Canvas {
  readonly label: string;
  readonly attach: (element: Element | undefined) => void;
  /** What it is called where keys, which the label names, move in it. */
  readonly kind?: string | undefined;
  readonly scrolled?: (() => void) | undefined;
  /** Whether a click on it sets something. */
  readonly pick?: boolean;
  /** What lies over it. */
  readonly over?: unknown;
}

export const canvasOf = ({ label, attach, kind, scrolled, pick, over }: Canvas): TemplateResult =>
  html`<div class="picture" @scroll=${scrolled ?? nothing}>
    <canvas role=${kind ? "application" : "img"} aria-roledescription=${kind ?? nothing} tabindex=${kind ? 0 : nothing} aria-label=${label} ?data-pick=${pick === true} ${ref(attach)}></canvas>${over}
  </div>`;
