/*
 * attention-scale for Hexo, without a plugin: Hexo runs what lies in the blog's scripts/ folder. This file goes there,
 * what is in attention-scale.zip to source/attention-scale/, and _config.yml says
 *
 *   skip_render: attention-scale/**
 *
 * since Hexo would otherwise put its layout around attention-scale.html. In a post:
 *
 *   {% attention_scale figure=weights sentence="I am good" dim=64 %}
 *
 * form     element (loader.js) or frame (attention-scale.html in a frame)
 * base     where the files are: a path inside the site, or an address
 * caption, alt   below the still picture, and in its place; a quote may be written &quot;
 * still    another file of the still picture, with the one for phones beside it, whose name ends in -narrow.svg
 * high, narrow   heights of both in pixels, at widths of 700 and 328
 * state    a link's fragment, for text that holds quotes
 * Every other parameter is a key of the state: sentence, dim, seed, figure, view, theme, lang, hide, …
 */
const OWN = ["form", "base", "caption", "alt", "still", "high", "narrow", "state"];

const WORDS = {
  en: {
    still: "still-en.svg",
    high: 418,
    narrow: 626,
    caption: "Attention without and with the division by √d.",
    alt: "Two attention matrices for “I am good”: without the division one word takes all, divided by √64 the weights are shared.",
  },
  zh: {
    still: "still-zh.svg",
    high: 420,
    narrow: 565,
    caption: "除以 √d 前后的注意力。",
    alt: "“I am good”的两个注意力矩阵：缩放前一个词独占权重，除以 √64 后权重分散。",
  },
};

/** What is a character reference already stays one. */
const escapeOnce = (text) =>
  text.replace(
    /&(?!#?\w+;)|[<>"]/g,
    (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign],
  );

/**
 * A script stands once in a post, before its first figure. Themes that exchange pages without loading them (NexT and Butterfly
 * with pjax) run those scripts of a post that have the attribute data-pjax.
 */
const scripted = { "loader.js": new WeakSet(), "frame.js": new WeakSet() };

hexo.extend.tag.register("attention_scale", function (args) {
  const given = new Map();
  for (const argument of args) {
    const [key, ...rest] = argument.split("=");
    given.set(key, rest.join("="));
  }
  const framed = given.get("form") === "frame";
  const configured = [hexo.config.language].flat()[0];
  const language = String(this.lang ?? configured ?? "")
    .toLowerCase()
    .slice(0, 2);
  const words = WORDS[given.get("lang") ?? language] ?? WORDS.en;

  const state = new URLSearchParams(given.get("state") ?? "");
  for (const [key, value] of given) if (!OWN.includes(key)) state.set(key, value);
  if (framed && !state.has("lang") && language in WORDS) state.set("lang", language);
  const fragment = state.toString();
  // In the light of the page around it, and without what that page has already.
  const inFrame = new URLSearchParams({ hide: "header,footer", theme: "host" });
  for (const [key, value] of state) inFrame.set(key, value);

  const urlFor = hexo.extend.helper.get("url_for").bind(hexo);
  const fullUrlFor = hexo.extend.helper.get("full_url_for").bind(hexo);
  const base = (given.get("base") ?? "/attention-scale").replace(/\/$/, "");
  const hash = fragment === "" ? "" : `#${escapeOnce(fragment)}`;
  const still = fullUrlFor(`${base}/${given.get("still") ?? words.still}`);
  const caption = escapeOnce(given.get("caption") || words.caption);
  const alt = escapeOnce(given.get("alt") || words.alt);

  const picture = `<picture><source media="(max-width: 480px)" srcset="${still.replace(/\.svg$/, "-narrow.svg")}" width="328" height="${Number(given.get("narrow") ?? words.narrow)}" /><img src="${still}" alt="${alt}" width="700" height="${Number(given.get("high") ?? words.high)}" /></picture>`;
  const page = `${fullUrlFor(`${base}/attention-scale.html`)}${hash}`;
  const script = framed ? "frame.js" : "loader.js";
  const first = !scripted[script].has(this);
  scripted[script].add(this);
  const load = first
    ? `<script src="${urlFor(`${base}/${script}`)}"${framed ? "" : " defer"} data-pjax></script>\n`
    : "";
  return framed
    ? `${load}<div role="figure">
<iframe class="attention-scale" src="${urlFor(`${base}/attention-scale.html`)}#${escapeOnce(inFrame.toString())}" title="${caption}" width="100%" height="900" frameborder="0" loading="lazy" allow="clipboard-write"></iframe>
<a href="${page}" hidden>${picture}</a>
<div><a href="${page}">${caption}</a></div>
</div>`
    : `${load}<div>
<attention-scale state="${escapeOnce(fragment)}">
<div role="figure">
<a href="${page}">${picture}</a>
<div>${caption}</div>
</div>
</attention-scale>
</div>`;
});
