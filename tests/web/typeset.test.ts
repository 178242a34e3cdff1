import { describe, expect, it } from "vitest";
import type { PathShape, TextShape } from "../../web/src/draw/scene.js";
import { estimateWidth, shapesToSvg } from "../../web/src/draw/svg.js";
import { typesetShapes, typesetWidth } from "../../web/src/draw/typeset.js";
import { type Atom, piecesOf, unmarked } from "../../web/src/text/typeset.js";

/** A formula in the notation of TeX, with letters that stand for numbers as they are. */
const tex = ({ base, variable, sub, sup, root }: Atom) => {
  const inner = `${variable ? base : `\\rm ${base}`}${sub && `_${sub}`}${sup && `^${sup}`}`;
  return root ? `\\sqrt{${inner}}` : inner;
};

describe("the mathematics in a text", () => {
  it.each([
    ["With √d", ["With ", ["\\sqrt{d}"]]],
    ["σ²√d", [["σ^2", "\\sqrt{d}"]]],
    ["by √dₖ?", ["by ", ["\\sqrt{d_k}"], "?"]],
    ["√64 = 8", [["\\sqrt{\\rm 64}"], " = 8"]],
    ["1/√d", ["1/", ["\\sqrt{d}"]]],
    ["d⁰·²⁵", [["d^0.25"]]],
    ["dᵅ", [["d^α"]]],
    ["1.2×10⁻⁹", ["1.2×", ["\\rm 10^−9"]]],
    ["Scores QKᵀ", ["Scores ", ["Q", "K^⊤"]]],
    ["$Σ(q·k)²$", ["Σ(", ["q"], "·", ["k"], ["\\rm )^2"]]],
    ["$y = e₁$", [["y"], " = ", ["e_1"]]],
    ["($κ$ ln $n$)/$d$", ["(", ["κ"], " ln ", ["n"], ")/", ["d"]]],
    ["设 $d$ = 64", ["设 ", ["d"], " = 64"]],
    ["pendiente $y(1 − y)$ y más", ["pendiente ", ["y"], "(1 − ", ["y"], ")", " y más"]],
    ["set $a$ to 0: ($a$, $2a$)", ["set ", ["a"], " to 0: (", ["a"], ", ", "2", ["a"], ")"]],
    ["$QKᵀ$ of Q", [["Q", "K^⊤"], " of Q"]],
  ])("of %s is set", (text, pieces) => {
    const found = piecesOf(text).map((piece) =>
      typeof piece === "string" ? piece : piece.map(tex),
    );
    expect(found).toEqual(pieces);
  });

  it.each([
    "I am a word",
    "it’s the key’s",
    "x-axis",
    "A score, and 1,000 of them",
    "at d = 64",
    "(κ ln n)/d, $5",
    "C++",
    "raíz y razón, puntuación",
  ])("is not seen in %s", (text) => {
    expect(piecesOf(text)).toEqual([text]);
  });
});

it("a text that is not set has no dollar signs around its mathematics", () => {
  expect(unmarked("$Σ(q·k)²$ at $d$ = 64 for $5")).toBe("Σ(q·k)² at d = 64 for $5");
  for (const money of ["$5 or $6", "$5, or, $6", "$5,$6", "US$ 5 and US$ 6"]) {
    expect(unmarked(money)).toBe(money);
  }
});

describe("a label of a picture", () => {
  const SIZE = 20;
  const label = (text: string, style: Partial<TextShape> = {}): TextShape => ({
    kind: "text",
    x: 100,
    y: 50,
    text,
    size: SIZE,
    fill: "#123456",
    ...style,
  });
  const split = (text: string, style: Partial<TextShape> = {}) => {
    const shapes = typesetShapes(label(text, style), estimateWidth);
    return {
      runs: shapes.filter((shape): shape is TextShape => shape.kind === "text"),
      roots: shapes.filter((shape): shape is PathShape => shape.kind === "path"),
    };
  };

  it("without mathematics stays one text", () => {
    expect(typesetShapes(label("entropy (nats)"), estimateWidth)).toEqual([
      { ...label("entropy (nats)"), italic: false },
    ]);
  });

  it("has no sign of a root and no raised sign of Unicode, but a line over what is below the root", () => {
    const { runs, roots } = split("σ²√d: 10⁻³");
    expect(runs.map(({ text }) => text)).toEqual(["σ", "2", "d", ":", "10", "−3"]);
    expect(runs.map(({ italic }) => italic)).toEqual([true, false, true, false, false, false]);
    const [, two, d, , ten, minusThree] = runs as [TextShape, TextShape, TextShape, ...TextShape[]];
    for (const raised of [two, minusThree as TextShape]) {
      expect(raised.size).toBeLessThan(SIZE);
      expect(raised.y).toBeLessThan(50);
    }
    expect(minusThree?.x).toBeGreaterThanOrEqual((ten?.x ?? 0) + estimateWidth("10", SIZE) - 1e-9);
    expect(roots).toHaveLength(1);
    const bar = roots[0]?.points.slice(-2) ?? [];
    expect(bar[0]?.[1]).toBe(bar[1]?.[1]);
    expect(bar[0]?.[0]).toBeLessThanOrEqual(d.x);
    expect(bar[1]?.[0]).toBeGreaterThanOrEqual(d.x + estimateWidth("d", SIZE));
    expect(bar[1]?.[1]).toBeLessThan(50 - 0.7 * SIZE);
  });

  it.each([
    [12, 10],
    [9, 9],
    [20, 14],
  ])(
    "of %d px has raised and lowered signs of %d px: smaller ones cannot be read",
    (size, small) => {
      const sizes = split("√dₖ and 10⁻³", { size }).runs.map((run) => run.size);
      expect(Math.min(...sizes)).toBeCloseTo(small, 9);
    },
  );

  it("keeps its runs' widths in SVG, where the font may be another", () => {
    const shapes = typesetShapes(label("√64 = 8"), estimateWidth);
    const svg = shapesToSvg({ width: 200, height: 100, shapes });
    expect(svg).toMatch(/textLength="22.4">64<.*>= 8<\/text><path d="M[^Z"]*"/);
  });

  it.each(["left", "center", "right"] as const)("keeps its width and its place (%s)", (align) => {
    const width = typesetWidth(estimateWidth)("1/√d", SIZE);
    const { runs, roots } = split("1/√d", { align });
    const left = 100 - { left: 0, center: 0.5, right: 1 }[align] * width;
    expect(runs[0]?.x).toBeCloseTo(left, 9);
    const end = roots[0]?.points.at(-1)?.[0] ?? 0;
    expect(end).toBeLessThanOrEqual(left + width);
    expect(end).toBeGreaterThan(left + width - 0.2 * SIZE);
  });
});
