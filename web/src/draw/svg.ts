/** Writes a scene as SVG. */
import { escapeXml } from "./escape-xml.js";
import type { Paint, Scene, Shape, TextWidth } from "./scene.js";
import { DOT_STROKE, hasRoom, rectsOf } from "./scene.js";

/** A number of at most two digits after the point. */
export const toHundredths = (value: number) => String(Math.round(value * 100) / 100);

function attributes(values: Record<string, string | number | undefined>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) =>
        ` ${name}="${typeof value === "number" ? toHundredths(value) : escapeXml(value ?? "")}"`,
    )
    .join("");
}

const ANCHOR = { left: undefined, center: "middle", right: "end" } as const;

const paintOf = ({ fill = "none", stroke, strokeWidth, dash, opacity }: Paint) => ({
  fill,
  stroke,
  "stroke-width": strokeWidth,
  opacity,
  "stroke-dasharray": dash?.join(" "),
});

function shapeToSvg(shape: Shape): string {
  if (shape.kind === "cells") return rectsOf(shape).map(shapeToSvg).join("");
  if (shape.kind === "rect") {
    const { x, y, width, height, radius: rx } = shape;
    return `<rect${attributes({ x, y, width, height, rx, ...paintOf(shape) })}/>`;
  }
  if (shape.kind === "dot") {
    const { x: cx, y: cy, radius: r, stroke, strokeWidth = DOT_STROKE } = shape;
    const outline = stroke === undefined ? {} : { strokeWidth };
    return `<circle${attributes({ cx, cy, r, ...paintOf({ ...shape, ...outline }) })}/>`;
  }
  if (shape.kind === "path") {
    const { points, closed, stroke } = shape;
    const places = points.map(([x, y]) => `${toHundredths(x)},${toHundredths(y)}`);
    const d = `M${places.join("L")}${closed === true ? "Z" : ""}`;
    const join = stroke === undefined ? undefined : "round";
    return `<path${attributes({ d, ...paintOf(shape), "stroke-linejoin": join })}/>`;
  }
  const { x, y, size, fill, align = "left", bold, italic, width, turn } = shape;
  const placed = attributes({
    x,
    y,
    fill,
    "font-size": size,
    "font-weight": bold === true ? 600 : undefined,
    "font-style": italic === true ? "italic" : undefined,
    textLength: width,
    "text-anchor": ANCHOR[align],
    transform:
      turn === undefined ? undefined : `rotate(${turn} ${toHundredths(x)} ${toHundredths(y)})`,
  });
  return `<text${placed}>${escapeXml(shape.text)}</text>`;
}

/**
 * The width of a text of an SVG: an estimate, good to about a tenth; Chinese, Japanese and Korean
 * characters take a full em.
 */
export const estimateWidth: TextWidth = (text, size) =>
  [...text].reduce((width, letter) => width + (/[⺀-鿿가-힯豈-﫿＀-￯]/.test(letter) ? 1 : 0.56), 0) *
  size;

/** The shapes of the scene, for the inside of an SVG. */
export const shapesToSvg = ({ shapes }: Scene): string =>
  shapes.filter(hasRoom).map(shapeToSvg).join("");
