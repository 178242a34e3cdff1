/**
 * SVG for articles in which scripts are forbidden, as those of WeChat Official Accounts: their
 * editor removes every id and each style element, so that nothing can refer to another element, and
 * lets few attributes move (T/CASME 1609—2024 lists them; what a draft keeps was read back by
 * others in 2026). So an element answers taps on itself and on what it holds, and no other.
 */
import { escapeXml } from "../draw/escape-xml.js";
import { toHundredths } from "../draw/svg.js";

const PAINT = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-linejoin",
  "stroke-dasharray",
  "opacity",
] as const;

/** All elements that such a picture has, and all attributes of each. */
export const INLINE_SVG = {
  svg: ["xmlns", "viewBox", "width", "overflow", "role", "aria-label", "font-family"],
  g: ["transform", "cursor"],
  rect: ["x", "y", "width", "height", "rx", ...PAINT],
  circle: ["cx", "cy", "r", ...PAINT],
  path: ["d", ...PAINT],
  text: [
    "x",
    "y",
    "fill",
    "font-size",
    "font-weight",
    "font-style",
    "text-anchor",
    "textLength",
    "transform",
  ],
  animateTransform: ["attributeName", "type", "from", "to", "dur", "begin", "fill"],
} as const;

type Element = keyof typeof INLINE_SVG;
type Attributes<Name extends Element> = {
  readonly [attribute in (typeof INLINE_SVG)[Name][number]]?: string | number | undefined;
};

/** An element with its attributes and what it holds. */
export function inlineElement<Name extends Element>(
  name: Name,
  attributes: Attributes<Name>,
  content = "",
): string {
  const written = Object.entries<string | number | undefined>(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([attribute, value]) => {
      const text = typeof value === "number" ? toHundredths(value) : escapeXml(value ?? "");
      return ` ${attribute}="${text}"`;
    })
    .join("");
  return content === "" ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
}
