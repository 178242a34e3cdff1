/** What a blogger pastes to get a state into a post: one text for each kind of blog. The files are in web/pieces. */
import { type State, writeFragment } from "../state/state.js";

export const PIECES = ["html", "frame", "markdown", "hugo", "jekyll", "hexo"] as const;
export type Piece = (typeof PIECES)[number];

export interface PieceOptions {
  /** Of the package: an updated script has another address, so no cache answers with the old one. */
  readonly version: string;
  /** Of embed.js, as the attribute wants it: "sha384-…". A browser runs no other script then. */
  readonly integrity?: string | undefined;
  /** Where the files of dist/ are: an address, or a path on the host; Hugo, Jekyll and Hexo take it inside the blog. */
  readonly base?: string | undefined;
  /** Below the still picture. */
  readonly caption: string;
  /** In place of the still picture. */
  readonly alt: string;
}

const BASE = "/attention-scale";

/** Signs that mean something to HTML, Markdown, Liquid, Nunjucks or a shortcode, which character references do not. */
const SIGNS = /[&<>"'`{}%\\]/g;

/** Text for an attribute or an element that every one of these engines hands on as it is. */
const escapeText = (text: string) => text.replace(SIGNS, (sign) => `&#${sign.charCodeAt(0)};`);

/** A caption on one line, without what HTML has no way to write. */
const onOneLine = (text: string) =>
  text
    .replace(/\p{Cs}/gu, "\ufffd")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .trim();

/**
 * Whatever a value of these holds, no engine reads into it: letters, digits and signs that mean nothing to any. Hexo cuts
 * spaces off at the ends.
 */
const PLAIN = /^(?! )[\p{L}\p{M}\p{N} .,;:!?…()+-]*(?<! )$/u;

/** Invisible characters would be lost on the way through an editor or HTML's parser; emoji are joined by U+200D. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Co}\p{Cn}]|(?!\u200d)\p{Cf}/u;

type Pair = readonly [key: string, value: string];

/** A key each, or where some value would not survive that, one key with the whole fragment, percent-encoded. */
function parameters(fragment: string, survives: (value: string) => boolean): readonly Pair[] {
  if (fragment === "") return [];
  const pairs = [...new URLSearchParams(fragment)];
  return pairs.every(([, value]) => survives(value)) ? pairs : [["state", fragment]];
}

const written = (pairs: readonly Pair[], write: (value: string) => string) =>
  pairs.map(([key, value]) => ` ${key}="${write(value)}"`).join("");

/** A piece moves its host nowhere, so the section to scroll to is left out. */
const fragmentOf = (state: State) => writeFragment({ ...state, at: null });

interface Parts {
  readonly fragment: string;
  readonly options: PieceOptions;
  /** The still picture, linked, with its caption below. */
  readonly picture: string;
  /** The whole page in this state. */
  readonly page: string;
  readonly file: (name: string) => string;
}

function partsOf(state: State, options: PieceOptions): Parts {
  const base = escapeText(encodeURI(options.base ?? BASE).replace(/\/$/, ""));
  const fragment = fragmentOf(state);
  const file = (name: string) => `${base}/${name}`;
  const page = `${file("attention-scale.html")}${fragment === "" ? "" : `#${fragment.replaceAll("&", "&amp;")}`}`;
  const still = file(`still-${state.lang ?? "en"}.svg`);
  const picture = [
    `<a href="${page}"><img src="${still}" alt="${escapeText(options.alt)}" width="100%"></a>`,
    `<figcaption>${escapeText(options.caption)}</figcaption>`,
  ].join("\n");
  return { fragment, options, picture, page, file };
}

const versioned = (name: string, version: string) => `${name}?v=${encodeURIComponent(version)}`;

/** Another origin's script is checked only where it lets itself be read. */
function integrityOf({ integrity, base }: PieceOptions): string {
  if (integrity === undefined) return "";
  const elsewhere = base !== undefined && /^(https?:)?\/\//i.test(base);
  return ` integrity="${escapeText(integrity)}"${elsewhere ? ' crossorigin="anonymous"' : ""}`;
}

/** No blank line and no indent: to Markdown this is one block of HTML, and the outermost tag one that all know. */
function element({ fragment, options, picture, file }: Parts): string {
  const attributes = written(
    parameters(fragment, (value) => !UNSEEN.test(value)),
    escapeText,
  );
  return [
    `<script src="${versioned(file("embed.js"), options.version)}"${integrityOf(options)} defer></script>`,
    "<div>",
    `<attention-scale${attributes}>`,
    `<figure>\n${picture}\n</figure>`,
    "</attention-scale>",
    "</div>",
  ].join("\n");
}

function frame({ options, picture, page, file }: Parts): string {
  return [
    `<script src="${versioned(file("frame.js"), options.version)}"></script>`,
    "<figure>",
    `<iframe class="attention-scale" src="${page}" title="${escapeText(options.caption)}" width="100%" height="900" frameborder="0" loading="lazy" allow="clipboard-write"></iframe>`,
    picture,
    "</figure>",
  ].join("\n");
}

/** What follows the name of a shortcode, an include or a tag. */
function friendly({ fragment, options }: Parts): string {
  const { base, caption, alt } = options;
  const words: Pair[] = [
    ["caption", caption],
    ["alt", alt],
  ];
  const place = base === undefined ? "" : ` base="${encodeURI(base)}"`;
  const state = written(
    parameters(fragment, (value) => PLAIN.test(value)),
    (value) => value,
  );
  return `${state}${place}${written(words, escapeText)}`;
}

const WRITERS: { readonly [K in Piece]: (parts: Parts) => string } = {
  html: element,
  frame,
  markdown: element,
  hugo: (parts) => `{{< attention-scale${friendly(parts)} >}}`,
  jekyll: (parts) => `{% include attention-scale.html${friendly(parts)} %}`,
  hexo: (parts) => `{% attention_scale${friendly(parts)} %}`,
};

/** The text that recreates a state in a post of this kind. */
export function pieceOf(kind: Piece, state: State, options: PieceOptions): string {
  const [caption, alt] = [onOneLine(options.caption), onOneLine(options.alt)];
  return WRITERS[kind](partsOf(state, { ...options, caption, alt }));
}
