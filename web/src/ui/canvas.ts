/** The canvas of a figure. */
import { html, nothing, type TemplateResult } from "lit";
import { ref } from "lit/directives/ref.js";
import type { HeatmapFigure } from "../draw/heatmap-figure.js";
import { unmarked } from "../text/typeset.js";

/**
 * @param kind what it is called where keys, which the label names, move in it
 * @param pick whether a click on it sets something
 * @param over what lies over it
 */
export const canvasOf = (
  label: string,
  attach: (element: Element | undefined) => void,
  kind?: string,
  scrolled?: () => void,
  pick = false,
  over: unknown = nothing,
): TemplateResult =>
  html`<div class="picture" @scroll=${scrolled ?? nothing}>
    <canvas
      role=${kind ? "application" : "img"}
      aria-roledescription=${kind ?? nothing}
      tabindex=${kind ? 0 : nothing}
      aria-label=${unmarked(label)}
      ?data-pick=${pick}
      ${ref(attach)}
    ></canvas>${over}
  </div>`;

/**
 * The canvas of a heat map, whose box may scroll over a part of it.
 * @param moving whether its cells can be pointed at, which the label tells
 * @param twin the map that then moves along
 */
export function heatmapCanvas(
  label: string,
  figure: HeatmapFigure,
  moving: boolean,
  twin: () => HeatmapFigure | undefined,
): TemplateResult {
  const scrolled = () => {
    const place = figure.scrolled();
    if (place !== null) twin()?.moveTo(place);
  };
  return canvasOf(label, figure.attach, moving ? "matrix" : undefined, scrolled);
}
