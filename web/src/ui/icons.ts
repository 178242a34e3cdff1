/** Icons of buttons. They are drawn, since fonts with such characters are not on every machine. */
import { html, type TemplateResult } from "lit";

/** @param stroke of a path in a square of 16, and @param fill of another one */
const icon = (stroke: string, fill = ""): TemplateResult =>
  html`<svg
    class="drawn"
    viewBox="0 0 16 16"
    aria-hidden="true"
  ><path d=${stroke} /><path class="full" d=${fill} /></svg>`;

export const ICONS = {
  auto: icon("M8 2a6 6 0 1 1 0 12 6 6 0 0 1 0-12z", "M8 2a6 6 0 0 0 0 12z"),
  light: icon(
    "M8 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1.1 1.1M11.9 11.9 13 13M13 3l-1.1 1.1M4.1 11.9 3 13",
  ),
  dark: icon("M13.5 10A5.8 5.8 0 1 1 6 2.5a4.7 4.7 0 0 0 7.5 7.5z"),
  languages: icon(
    "M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM2 8h12M8 2C4.5 5 4.5 11 8 14M8 2c3.5 3 3.5 9 0 12",
  ),
  download: icon("M8 2v9M4 7.5l4 4 4-4M3 14.2h10"),
  share: icon("M8 10V1.8M5 4.6 8 1.8l3 2.8M4.6 7H2.8v7h10.4V7h-1.8"),
  enlarge: icon("M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10"),
  more: icon("M3.5 6 8 10.5 12.5 6"),
  less: icon("M3.5 10.5 8 6l4.5 4.5"),
  resample: icon("M13.2 8a5.2 5.2 0 1 1-1.6-3.8M12 1.3v3.2H8.8"),
} as const;
