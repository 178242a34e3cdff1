import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { gapOf } from "../../web/src/draw/cells.js";
import {
  cutApart,
  ellipsize,
  paint,
  type Scene,
  type Shape,
  type TextShape,
} from "../../web/src/draw/scene.js";
import { estimateWidth, shapesToSvg } from "../../web/src/draw/svg.js";
import { StrictImage } from "./strict-canvas.js";

const text = (written: string, more: Partial<TextShape> = {}): TextShape => ({
  kind: "text",
  x: 10,
  y: 20,
  text: written,
  size: 12,
  fill: "#000000",
  ...more,
});
const scene = (...shapes: Scene["shapes"]): Scene => ({ width: 100, height: 50, shapes });

describe("a scene as SVG", () => {
  const points = [
    [1.234, 2],
    [3, 4.5678],
    [5, 6],
  ] as const;
  const rect = { kind: "rect", x: 1.23456, y: 2, width: 3, height: 4 } as const;
  const path = { kind: "path", points, stroke: "#000" } as const;
  const dot = { kind: "dot", x: 1, y: 2.005, radius: 3.5 } as const;
  const cells = { kind: "cells", x: 10, y: 20, pitch: 5, size: 4, radius: 1, rows: 1 } as const;
  const d = "M1.23,2L3,4.57L5,6";
  const place = '<text x="10" y="20" fill="#000000" font-size="12"';

  it.each<[Shape, string]>([
    [
      { ...rect, fill: "#fff", radius: 2 },
      '<rect x="1.23" y="2" width="3" height="4" rx="2" fill="#fff"/>',
    ],
    [
      { ...rect, stroke: "#000", strokeWidth: 1.5 },
      '<rect x="1.23" y="2" width="3" height="4" fill="none" stroke="#000" stroke-width="1.5"/>',
    ],
    [path, `<path d="${d}" fill="none" stroke="#000" stroke-linejoin="round"/>`],
    [
      { ...path, strokeWidth: 2, dash: [4, 2], opacity: 0.5 },
      `<path d="${d}" fill="none" stroke="#000" stroke-width="2" opacity="0.5" stroke-dasharray="4 2" stroke-linejoin="round"/>`,
    ],
    [{ kind: "path", points, closed: true, fill: "#fff" }, `<path d="${d}Z" fill="#fff"/>`],
    [
      { ...dot, fill: "#123", opacity: 0.25 },
      '<circle cx="1" cy="2.01" r="3.5" fill="#123" opacity="0.25"/>',
    ],
    [
      { ...dot, stroke: "#456" },
      '<circle cx="1" cy="2.01" r="3.5" fill="none" stroke="#456" stroke-width="1.5"/>',
    ],
    // A cell without a colour is left out.
    [
      { ...cells, cols: 3, fill: (_, col) => (col === 1 ? undefined : `#${col}0`) },
      '<rect x="10" y="20" width="4" height="4" rx="1" fill="#00"/><rect x="20" y="20" width="4" height="4" rx="1" fill="#20"/>',
    ],
    [text("a", { turn: -58 }), `${place} transform="rotate(-58 10 20)">a</text>`],
    [
      text("b", { align: "center", bold: true }),
      `${place} font-weight="600" text-anchor="middle">b</text>`,
    ],
    [text("c", { align: "right" }), `${place} text-anchor="end">c</text>`],
  ])("has the shape %j with its numbers to a hundredth", (shape, svg) => {
    expect(shapesToSvg(scene(shape))).toBe(svg);
  });

  it("keeps what readers typed from becoming markup", () => {
    const svg = shapesToSvg(scene(text('<b a="1">&amp;</b>', { fill: '"><script>' })));
    expect(svg).toContain(">&lt;b a=&quot;1&quot;&gt;&amp;amp;&lt;/b&gt;</text>");
    expect(svg).toContain('fill="&quot;&gt;&lt;script&gt;"');
    const property = (written: string) => {
      const inside = shapesToSvg(scene(text(written))).replace(/^<text[^>]*>|<\/text>$/g, "");
      expect(inside).not.toMatch(/[<>"]|&(?!(amp|lt|gt|quot);)/);
    };
    fc.assert(fc.property(fc.string(), property));
  });
});

describe("a scene on a canvas", () => {
  /** What is called and what is set when these shapes are painted. */
  function painted(...shapes: Scene["shapes"]): string[] {
    const log: string[] = [];
    const context = new Proxy({} as CanvasRenderingContext2D, {
      get:
        (_, name) =>
        (...args: unknown[]) =>
          log.push(`${String(name)}(${args.join(" ")})`),
      set: (_, name, value) => log.push(`${String(name)}=${value}`) > 0,
    });
    paint(context, scene(...shapes), "sans-serif");
    return log;
  }

  const rect = { kind: "rect", x: 1, y: 2, width: 30, height: 4, fill: "red" } as const;
  const path = {
    kind: "path",
    points: [
      [1, 2],
      [3, 4],
    ],
  } as const;

  it.each<[string, Shape, string[]]>([
    [
      "a rectangle, whose corners are at most half as round as its side is long",
      { ...rect, radius: 9 },
      ["beginPath()", "roundRect(1 2 30 4 2)", "fillStyle=red", "fill()"],
    ],
    [
      "a text, aligned",
      text("I", { align: "right" }),
      ["font=12px sans-serif", "fillStyle=#000000", "textAlign=right", "fillText(I 10 20)"],
    ],
    [
      "a path, whose dashes end with it",
      { ...path, stroke: "red", strokeWidth: 2, dash: [4, 2] },
      [
        "beginPath()",
        "lineTo(1 2)",
        "lineTo(3 4)",
        "strokeStyle=red",
        "lineWidth=2",
        "lineJoin=round",
        "setLineDash(4,2)",
        "stroke()",
        "setLineDash()",
      ],
    ],
    [
      "a path, filled and closed, whose opacity ends with it",
      { ...path, closed: true, fill: "red", opacity: 0.2 },
      [
        "globalAlpha=0.2",
        "beginPath()",
        "lineTo(1 2)",
        "lineTo(3 4)",
        "closePath()",
        "fillStyle=red",
        "fill()",
        "globalAlpha=1",
      ],
    ],
    [
      "a dot, filled and outlined",
      { kind: "dot", x: 5, y: 6, radius: 3, fill: "red", stroke: "blue" },
      [
        "beginPath()",
        `arc(5 6 3 0 ${2 * Math.PI})`,
        "fillStyle=red",
        "fill()",
        "strokeStyle=blue",
        "lineWidth=1.5",
        "lineJoin=round",
        "setLineDash()",
        "stroke()",
        "setLineDash()",
      ],
    ],
  ])("is wiped and has %s", (_, shape, calls) => {
    expect(painted(shape)).toEqual(["clearRect(0 0 100 50)", ...calls]);
  });

  it("has cells on whole pixels of the device, each in its own colour and none over another", () => {
    vi.stubGlobal("ImageData", StrictImage);
    const property = (pitch: number, density: number, rows: number, cols: number) => {
      const put: { image: ImageData; west: number; north: number }[] = [];
      const context = {
        clearRect: () => undefined,
        canvas: { width: 4000, height: 4000 },
        getTransform: () => ({ a: density }),
        putImageData: (image: ImageData, west: number, north: number) =>
          put.push({ image, west, north }),
      } as unknown as CanvasRenderingContext2D;
      const x = 12.3;
      const y = 45.6;
      const size = pitch - gapOf(pitch);
      const fill = (row: number, col: number) =>
        row === col ? undefined : `rgb(${row}, ${col}, 7)`;
      const cells = { kind: "cells", x, y, pitch, size, radius: 0, rows, cols, fill } as const;
      paint(context, scene(cells), "sans-serif");
      const { image, west, north } = put[0] as (typeof put)[number];
      const { data, width } = image;
      const onDevice = (at: number) => Math.round(at * density);
      let colors = 0;
      let wrong = 0;
      for (let row = 0; row < rows; row += 1) {
        for (let col = 0; col < cols; col += 1) {
          const left = x + col * pitch;
          const top = y + row * pitch;
          const colored = row === col ? 0 : 1;
          const expected = colored ? [row, col, 7, 255] : [0, 0, 0, 0];
          for (let i = onDevice(top); i < onDevice(top + size); i += 1) {
            for (let j = onDevice(left); j < onDevice(left + size); j += 1) {
              const at = 4 * ((i - north) * width + j - west);
              wrong += Number(expected.some((channel, k) => data[at + k] !== channel));
              colors += colored;
            }
          }
        }
      }
      expect(wrong).toBe(0);
      expect(data.filter((value, i) => i % 4 === 3 && value === 255)).toHaveLength(colors);
    };
    const side = fc.integer({ min: 1, max: 6 });
    const numbers = [
      fc.double({ min: 1, max: 16, noNaN: true }),
      fc.constantFrom(1, 1.5, 2, 3),
    ] as const;
    fc.assert(fc.property(...numbers, side, side, property));
    vi.unstubAllGlobals();
  });

  it("turns a text about its own place, and back", () => {
    expect(painted(text("I", { turn: -90 })).slice(-5)).toEqual([
      "save()",
      "translate(10 20)",
      `rotate(${-Math.PI / 2})`,
      "fillText(I 0 0)",
      "restore()",
    ]);
  });
});

describe("a text cut to a width", () => {
  it("stays whole where it fits", () => {
    expect(ellipsize("good", estimateWidth("good", 12), 12, estimateWidth)).toBe("good");
  });

  it("fits, holds the beginning, and is as long as may be", () => {
    const letters = fc.string({ unit: fc.constantFrom("a", "W", "我", "🐟", "é"), maxLength: 120 });
    const property = (long: string, width: number, size: number) => {
      const cut = ellipsize(long, width, size, estimateWidth);
      if (cut === long) return;
      const kept = [...cut].slice(0, -1);
      expect(cut.endsWith("…")).toBe(true);
      expect([...long].slice(0, kept.length)).toEqual(kept);
      expect(kept.length).toBeGreaterThanOrEqual(1);
      if (kept.length > 1) expect(estimateWidth(cut, size)).toBeLessThanOrEqual(width);
      const longer = `${[...long].slice(0, kept.length + 1).join("")}…`;
      expect(estimateWidth(longer, size)).toBeGreaterThan(width);
    };
    const widths = fc.double({ min: 1, max: 200, noNaN: true });
    fc.assert(fc.property(letters, widths, fc.constantFrom(9.5, 12.5), property), { numRuns: 500 });
  });
});

describe("labels that are cut to a width", () => {
  const WIDTH = estimateWidth("attent…", 10);
  const cut = (...labels: string[]) => cutApart(labels, WIDTH, 10, estimateWidth);

  it("stay as they are where they differ so", () => {
    expect(cut("good", "attention", "word", "attention")).toEqual([
      "good",
      "attent…",
      "word",
      "attent…",
    ]);
  });

  it("end with their number where they would be the same", () => {
    expect(cut("attention", "attentive", "attendance")).toEqual(["atten…1", "atten…2", "attend…"]);
  });

  it("are as different as the labels, whatever these are", () => {
    const letters = fc.string({
      unit: fc.constantFrom("a", "b", "1", "我"),
      minLength: 1,
      maxLength: 12,
    });
    const property = (labels: string[], width: number) => {
      const shown = cutApart(labels, width, 10, estimateWidth);
      expect(new Set(shown).size).toBeGreaterThanOrEqual(new Set(labels).size);
    };
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 64 }), fc.integer({ min: 20, max: 60 }), property),
    );
  });
});
