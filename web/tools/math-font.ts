/** The formulas as MathML, and the font with the letters that they and the texts use. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";
import temml from "temml";
import type { Plugin } from "vite";
import { LANGUAGES } from "../src/state/language.ts";
import { piecesOf } from "../src/text/typeset.ts";
import { virtual } from "./virtual.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** The formulas of the first screen, and those of the parts, which come later. */
const formulasFile = at("../src/text/formulas.json");
const partFormulasFiles = readdirSync(at("../src/parts"))
  .map((part) => at(`../src/parts/${part}/formulas.json`))
  .filter((file) => existsSync(file));
const textFiles = LANGUAGES.flatMap((language) =>
  readdirSync(at(`../src/text/${language}`))
    .filter((file) => file.endsWith(".ts"))
    .map((file) => at(`../src/text/${language}/${file}`)),
);

/**
 * Temml sets some styles by attribute, which a host with a strict Content-Security-Policy refuses.
 * Browsers apply most of them by default; classes in page.css apply the rest.
 */
const STYLES: Record<string, string> = {
  "display:block math;": "",
  "math-depth:2;": "",
  "padding-left:0em;padding-right:0em;": "flush",
  "padding-left:1em;padding-right:0em;": "apart",
};

function withoutStyles(markup: string): string {
  return markup.replace(/ (?:class="([^"]*)" )?style="([^"]*)"/g, (_, own = "", style: string) => {
    const replacement = STYLES[style];
    if (replacement === undefined) {
      throw new Error(
        `Temml sets style="${style}", which STYLES in vite-plugins.ts does not know.`,
      );
    }
    const classes = [own, replacement].filter(Boolean).join(" ");
    return classes === "" ? "" : ` class="${classes}"`;
  });
}

function mathml(file: string): Record<string, string> {
  const source: Record<string, string> = JSON.parse(readFileSync(file, "utf8"));
  const made = Object.entries(source).map(([name, tex]) => {
    // throwOnError: a mistake in a formula fails the build.
    const options = { throwOnError: true, displayMode: name.endsWith("Display"), trust: true };
    return [name, withoutStyles(temml.renderToString(tex, options))] as const;
  });
  return Object.fromEntries(made);
}

/** TeX to MathML at build time: no page contains Temml. */
export const formulas = (): Plugin[] =>
  [["formulas", [formulasFile]] as const, ["reason-formulas", partFormulasFiles] as const].map(
    ([name, files]) =>
      virtual(name, [...files], () => JSON.stringify(Object.assign({}, ...files.map(mathml)))),
  );

/** Signs of formulas with live numbers. */
const SIGNS = "0123456789.,+-−·×÷/=()[]{}√∑∂‖⊤∞≈…";

/**
 * Where the letters and signs in italics begin, by their first: Unicode has them apart. Browsers
 * put a letter that is alone in an <mi> into italics.
 */
const ITALICS = [
  ["A", "Z", 0x1d434],
  ["a", "z", 0x1d44e],
  ["Α", "Ω", 0x1d6e2],
  ["α", "ω", 0x1d6fc],
  ["∂", "∂", 0x1d715],
] as const;

function inItalics(letter: string): string {
  if (letter.length > 1) return letter;
  if (letter === "h") return "ℎ";
  const [first, , start] = ITALICS.find(([from, to]) => from <= letter && letter <= to) ?? [];
  if (first === undefined || start === undefined) return letter;
  return String.fromCodePoint(start + (letter.codePointAt(0) ?? 0) - (first.codePointAt(0) ?? 0));
}

/** What the font must draw of MathML. */
const drawnOf = (markup: string): string =>
  markup
    .replace(/<mi(?![^>]*mathvariant)[^>]*>(.)<\/mi>/gu, (_, letter: string) => inItalics(letter))
    .replace(/<[^>]*>/g, "");

/** What it must draw of the mathematics in the texts of a source file, as ui/rich.ts sets it. */
function drawnOfTexts(source: string): string {
  const texts = source.match(/"[^"\n]*"|`[^`]*`/g) ?? [];
  return (
    texts
      // A formula by its name is drawn above, of its TeX.
      .flatMap((text) => piecesOf(text.replace(/\$\{[^}]*\}|\$[A-Za-z]\w+\$/g, " ")))
      .flatMap((piece) => (typeof piece === "string" ? [] : piece))
      .flatMap(({ base, variable, sub, sup }) => [
        variable ? inItalics(base) : base,
        inItalics(sub),
        sup,
      ])
      .join("")
  );
}

/**
 * STIX Two Math with these glyphs alone: browsers need a font with a MATH table for roots and sums.
 * Features and hints for coarse screens are left out, a quarter of it.
 */
export const mathFont = (): Plugin =>
  virtual("math-font-base64", [formulasFile, ...partFormulasFiles, ...textFiles], async () => {
    const font = readFileSync(
      at("../../node_modules/@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff2"),
    );
    const text = [
      SIGNS,
      ...[formulasFile, ...partFormulasFiles].flatMap((file) =>
        Object.values(mathml(file)).map(drawnOf),
      ),
      ...textFiles.map((file) => drawnOfTexts(readFileSync(file, "utf8"))),
    ].join("");
    const subset = await subsetFont(font, text, {
      targetFormat: "woff2",
      keepFeatures: [],
      noHinting: true,
    });
    return JSON.stringify(subset.toString("base64"));
  });
