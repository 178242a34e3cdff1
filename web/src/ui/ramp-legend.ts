/** The legend of a colour ramp. */
import { html, type TemplateResult } from "lit";
import type { Ramp } from "../draw/palette.js";
import { typeset } from "./rich.js";

/** A colour ramp of the class `kind` between the numbers at its ends. */
export function rampLegend(
  ramp: Ramp,
  kind: string,
  ends: readonly [string, string],
  ...more: string[]
): TemplateResult {
  const stops = Array.from({ length: 9 }, (_, index) => ramp.at(index / 8)).join(", ");
  return html`<div class="legend">
    <span>${typeset(ends[0])}</span>
    <span
      class=${kind}
      aria-hidden="true"
      .style=${`background: linear-gradient(to right, ${stops})`}
    ></span>
    <span>${typeset(ends[1])}</span>
    ${more.map((entry) => html`<span>${typeset(entry)}</span>`)}
  </div>`;
}
