/** The text that a blogger pastes to show a state in a post, for each kind of blog. The files it needs are in web/pieces. */
import { forFrame, forPage } from "../state/embedded.js";
import { type State, writeFragment } from "../state/state.js";

export const PIECES = ["html", "frame", "markdown", "hugo", "jekyll", "hexo"] as const;
export type Piece = (typeof PIECES)[number];

export interface PieceOptions {
  /** The version of the package, part of the script's URL, so that no cache answers with an older script. */
  readonly version: string;
  /** The value of the integrity attribute of loader.js, "sha384-…". */
  readonly integrity?: string | undefined;
  /** The folder of the files of dist/: a URL or a path on the host; for Hugo, Jekyll and Hexo a path inside the blog. */
  readonly base?: string | undefined;
  /** The caption of the still picture. */
  readonly caption: string;
  /** The text alternative of the still picture. */
  readonly alt: string;
}

const BASE = "/attention-scale";

/** Characters with a meaning in HTML, Markdown, Liquid, Nunjucks or a shortcode. Character references have none. */
const SIGNS = /[&<>"'`{}%\\]/g;

/** Text of an attribute or element that each of these engines passes on unchanged. */
const escapeText = (text: string) => text.replace(SIGNS, (sign) => `&#${sign.charCodeAt(0)};`);

/** A caption on one line, without characters that HTML does not allow. */
const onOneLine = (text: string) =>
  text
    .replace(/\p{Cs}/gu, "\ufffd")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .trim();

/** Values of letters, digits and punctuation without a meaning in any engine; no spaces at the ends, which Hexo trims. */
const PLAIN = /^(?! )[\p{L}\p{M}\p{N} .,;:!?…()+-]*(?<! )$/u;

/** Invisible characters, which an editor or the HTML parser may drop, except U+200D, which joins emoji. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Co}\p{Cn}]|(?!\u200d)\p{Cf}/u;

type Pair = readonly [key: string, value: string];

/** One pair per key, or one pair `state` with the percent-encoded fragment if any value does not survive as it is. */
function parameters(fragment: string, survives: (value: string) => boolean): readonly Pair[] {
  if (fragment === "") return [];
  const pairs = [...new URLSearchParams(fragment)];
  return pairs.every(([, value]) => survives(value)) ? pairs : [["state", fragment]];
}

const written = (pairs: readonly Pair[], write: (value: string) => string) =>
  pairs.map(([key, value]) => ` ${key}="${write(value)}"`).join("");

/** The fragment of a state without `at`, since a piece does not scroll its host, and without what an embed has by itself. */
const fragmentOf = (state: State) => writeFragment({ ...forPage(state), at: null });

interface Parts {
  readonly fragment: string;
  readonly options: PieceOptions;
  /** The linked still picture and its caption. */
  readonly picture: string;
  /** The same as a frame shows it. */
  readonly frame: string;
  readonly file: (name: string) => string;
}

function partsOf(state: State, options: PieceOptions): Parts {
  const base = escapeText(encodeURI(options.base ?? BASE).replace(/\/$/, ""));
  const fragment = fragmentOf(state);
  const file = (name: string) => `${base}/${name}`;
  const page = (shown: string) =>
    `${file("attention-scale.html")}${shown && `#${shown.replaceAll("&", "&amp;")}`}`;
  const frame = page(writeFragment(forFrame({ ...state, at: null })));
  const still = file(`still-${state.lang ?? "en"}.svg`);
  const picture = [
    `<a href="${page(fragment)}"><img src="${still}" alt="${escapeText(options.alt)}" width="100%" /></a>`,
    `<figcaption>${escapeText(options.caption)}</figcaption>`,
  ].join("\n");
  return { fragment, options, picture, frame, file };
}

const versioned = (name: string, version: string) => `${name}?v=${encodeURIComponent(version)}`;

/** The hash is checked by CORS alone where the script is of another origin, as all are in an opaque sandbox. */
const integrityOf = ({ integrity }: PieceOptions): string =>
  integrity === undefined ? "" : ` integrity="${escapeText(integrity)}" crossorigin="anonymous"`;

/** Without blank lines and indents, so that Markdown reads it as one block of HTML with a known outer tag. */
function element({ fragment, options, picture, file }: Parts): string {
  const attributes = written(
    parameters(fragment, (value) => !UNSEEN.test(value)),
    escapeText,
  );
  return [
    `<script src="${versioned(file("loader.js"), options.version)}"${integrityOf(options)} defer></script>`,
    "<div>",
    `<attention-scale${attributes}>`,
    `<figure>\n${picture}\n</figure>`,
    "</attention-scale>",
    "</div>",
  ].join("\n");
}

function frame({ options, picture, frame, file }: Parts): string {
  return [
    `<script src="${versioned(file("frame.js"), options.version)}"></script>`,
    "<figure>",
    `<iframe class="attention-scale" src="${frame}" title="${escapeText(options.caption)}" width="100%" height="900" frameborder="0" loading="lazy" allow="clipboard-write"></iframe>`,
    picture,
    "</figure>",
  ].join("\n");
}

/** The arguments of a shortcode, an include or a tag. */
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
