/**
 * The text that a blogger pastes to show a state in a post, for each kind of blog. The files it
 * needs are in web/pieces.
 */
import { forFrame, forPage } from "../state/embedded.js";
import { type Language, type State, writeFragment } from "../state/state.js";
import { NARROW_WINDOW } from "./narrow-window.js";
import { CAPTIONS, POST_WIDTHS } from "./still.js";
import stillHeights from "./still-heights.json" with { type: "json" };

export const PIECES = ["html", "frame", "markdown", "hugo", "jekyll", "hexo"] as const;
export type PieceKind = (typeof PIECES)[number];

/** The names of those that are of one generator or language. */
export const GENERATORS = { markdown: "Markdown", hugo: "Hugo", jekyll: "Jekyll", hexo: "Hexo" };

export interface PieceOptions {
  /**
   * The version of the package, part of the script's URL, so that no cache answers with an older
   * script.
   */
  readonly version: string;
  /** The caption of the still picture. */
  readonly caption: string;
  /** The text alternative of the still picture. */
  readonly alt: string;
  /** The language of the caption, where the state has none. */
  readonly language?: Language;
  /** The still picture; without it that of the first chapter. */
  readonly still?: StillFile | undefined;
}

/**
 * The still picture of a state, a file beside the others, and the same for phones, whose name ends
 * in "-narrow".
 */
export interface StillFile {
  readonly name: string;
  /** Heights of both, in CSS pixels, at the widths of COLUMNS. */
  readonly heights: { readonly wide: number; readonly narrow: number };
}

/** The still pictures that the build makes: of the figure `weights` at the start. */
const HEIGHTS: Readonly<Record<Language, StillFile["heights"]>> = stillHeights;
export const builtStill = (language: Language): StillFile => ({
  name: `still-${language}.svg`,
  heights: HEIGHTS[language],
});

export const narrowName = (name: string): string => name.replace(/\.svg$/, "-narrow.svg");

/** The folder of the files of dist/ on the host. */
const HOST_FOLDER = "/attention-scale";

/**
 * Characters that HTML or a template engine (Liquid, Nunjucks, a shortcode) may interpret in a text
 * or a quoted attribute, and the backslash and the backtick of Markdown. Character references are
 * safe in all of them.
 */
const UNSAFE_CHARACTERS = /[&<>"'`{}%\\]/g;

/**
 * Replaces these characters by numeric character references, so that each engine passes the text on
 * unchanged.
 */
const escapeText = (text: string) =>
  text.replace(UNSAFE_CHARACTERS, (sign) => `&#${sign.charCodeAt(0)};`);

/** A caption on one line, without characters that HTML does not allow. */
const onOneLine = (text: string) =>
  text
    .replace(/\p{Cs}/gu, "\ufffd")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .trim();

/**
 * Values of letters, digits and punctuation without a meaning in any engine; no spaces at the ends,
 * which Hexo trims.
 */
const SURVIVES_ANYWHERE = /^(?! )[\p{L}\p{M}\p{N} .,;:!?…()+-]*(?<! )$/u;

/**
 * Values without invisible characters, which an editor or the HTML parser may drop, except U+200D,
 * which joins emoji.
 */
const SEEN = /^(?:[^\p{Cc}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cf}]|\u200d)*$/u;

type Pair = readonly [key: string, value: string];

/**
 * One pair per key, or one pair `state` with the percent-encoded fragment if any value does not
 * survive as it is.
 */
function parameters(fragment: string, surviving: RegExp): readonly Pair[] {
  if (fragment === "") return [];
  const pairs = [...new URLSearchParams(fragment)];
  return pairs.every(([, value]) => surviving.test(value)) ? pairs : [["state", fragment]];
}

const writtenAttributes = (pairs: readonly Pair[], write: (value: string) => string = String) =>
  pairs.map(([key, value]) => ` ${key}="${write(value)}"`).join("");

/** The height of a frame with a whole part until frame.js knows that of its content. */
const FRAME_HEIGHT = 900;

/** What pieces are made of. */
interface Parts {
  readonly fragment: string;
  readonly options: PieceOptions;
  /** The address of a file of the package. */
  readonly file: (name: string) => string;
  readonly still: StillFile;
  /** The still picture as HTML. */
  readonly picture: string;
  /** The address of the page in this state. */
  readonly page: string;
  /** The same as a frame shows it. */
  readonly frame: string;
  /** The height of a frame, which frame.js makes that of its content. */
  readonly height: number;
}

function pieceParts(state: State, options: PieceOptions): Parts {
  // Leaves out `at`, since a piece does not scroll its host, and the defaults of an embed.
  const fragment = writeFragment({ ...forPage(state), at: null });
  const file = (name: string) => `${HOST_FOLDER}/${name}`;
  const address = (fragmentText: string) =>
    `${file("attention-scale.html")}${fragmentText && `#${fragmentText.replaceAll("&", "&amp;")}`}`;
  const still: StillFile = options.still ?? builtStill(state.lang ?? options.language ?? "en");
  const { wide, narrow } = still.heights;
  const query = `(max-width: ${NARROW_WINDOW}px)`;
  const narrowFile = file(narrowName(still.name));
  const source = `<source media="${query}" srcset="${narrowFile}" width="${POST_WIDTHS[1]}" height="${narrow}" />`;
  const alt = escapeText(options.alt);
  const image = `<img src="${file(still.name)}" alt="${alt}" width="${POST_WIDTHS[0]}" height="${wide}" />`;
  return {
    fragment,
    options,
    file,
    still,
    picture: `<picture>${source}${image}</picture>`,
    page: address(fragment),
    frame: address(writeFragment(forFrame({ ...state, at: null }))),
    height: state.figure === "" ? FRAME_HEIGHT : wide + CAPTIONS[0],
  };
}

const versioned = (name: string, version: string) => `${name}?v=${encodeURIComponent(version)}`;

/**
 * The element without blank lines and indents, so that Markdown reads it as one block of HTML with
 * a known outer tag. It has no element <figure>, as a frame has none: where a site sets no margin,
 * that has 40 px at each side, and the still picture would be narrower than the figure that comes.
 */
function element({ fragment, options, picture, page, file }: Parts): string {
  const attributes = writtenAttributes(parameters(fragment, SEEN), escapeText);
  return [
    `<script src="${versioned(file("loader.js"), options.version)}" defer></script>`,
    "<div>",
    `<attention-scale${attributes}>`,
    '<div role="figure">',
    `<a href="${page}">${picture}</a>`,
    `<div>${escapeText(options.caption)}</div>`,
    "</div>",
    "</attention-scale>",
    "</div>",
  ].join("\n");
}

/**
 * The still picture is hidden: it is for paper, where a frame would be cut, and for readers of
 * feeds that drop frames.
 */
function frame({ options, picture, page, frame, file, height }: Parts): string {
  const caption = escapeText(options.caption);
  return [
    `<script src="${versioned(file("frame.js"), options.version)}"></script>`,
    '<div role="figure">',
    `<iframe class="attention-scale" src="${frame}" title="${caption}" width="100%" height="${height}" frameborder="0" loading="lazy" allow="clipboard-write"></iframe>`,
    `<a href="${page}" hidden>${picture}</a>`,
    `<div><a href="${page}">${caption}</a></div>`,
    "</div>",
  ].join("\n");
}

/** The arguments of a shortcode, an include or a tag. */
function friendly({ fragment, options, still }: Parts): string {
  const { caption, alt } = options;
  const state = writtenAttributes(parameters(fragment, SURVIVES_ANYWHERE));
  const { wide: high, narrow } = still.heights;
  const picture =
    options.still === undefined ? "" : ` still="${still.name}" high="${high}" narrow="${narrow}"`;
  return `${state}${picture}${writtenAttributes(Object.entries({ caption, alt }), escapeText)}`;
}

const WRITERS: { readonly [K in PieceKind]: (parts: Parts) => string } = {
  html: element,
  frame,
  markdown: element,
  hugo: (parts) => `{{< attention-scale${friendly(parts)} >}}`,
  jekyll: (parts) => `{% include attention-scale.html${friendly(parts)} %}`,
  hexo: (parts) => `{% attention_scale${friendly(parts)} %}`,
};

/** The text that recreates a state in a post of this kind. */
export function pieceOf(kind: PieceKind, state: State, options: PieceOptions): string {
  const caption = onOneLine(options.caption);
  const alt = onOneLine(options.alt);
  return WRITERS[kind](pieceParts(state, { ...options, caption, alt }));
}
