/** Builds a small blog with the real engine, holding the pieces and what they need from dist/. */
import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll } from "vitest";
import { PIECES, type PieceKind } from "../../web/src/export/pieces.js";
import { serve } from "../browser/browser.js";
import { fileIn, unpackZip } from "../site-folder.js";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The line above a post's text: everything that these engines ask for. */
const front = (title: string) => `---\ntitle: ${title}\nlayout: post\ndate: 2017-06-12\n---\n`;

interface Kind {
  /** The piece and the place it goes to. */
  readonly piece: readonly [from: string, to: string];
  /** Folder of files that the engine copies unchanged. */
  readonly files: string;
  readonly post: (name: string) => string;
  readonly output: string;
  /** Arguments that tell the engine the address it will be served from. */
  readonly command: (blog: string, address: URL) => readonly [program: string, ...string[]];
}

const KINDS = {
  hugo: {
    piece: ["hugo/attention-scale.html", "layouts/shortcodes/attention-scale.html"],
    files: "static/attention-scale",
    post: (name) => `content/${name}.md`,
    output: "public",
    command: (_, address) => ["hugo", "--quiet", "--baseURL", address.href],
  },
  jekyll: {
    piece: ["jekyll/attention-scale.html", "_includes/attention-scale.html"],
    files: "attention-scale",
    post: (name) => `_posts/2017-06-12-${name}.md`,
    output: "_site",
    command: (blog, { origin, pathname }) => {
      const place = { url: origin, baseurl: pathname.replace(/\/$/, "") };
      writeFileSync(join(blog, "_place.yml"), JSON.stringify(place));
      return [
        "jekyll",
        "build",
        "--quiet",
        "--disable-disk-cache",
        "--config",
        "_config.yml,_place.yml",
      ];
    },
  },
  hexo: {
    piece: ["hexo/scripts/attention-scale.js", "scripts/attention-scale.js"],
    files: "source/attention-scale",
    post: (name) => `source/_posts/${name}.md`,
    output: "public",
    command: (blog, { href, pathname }) => {
      symlinkSync(here("hexo/node_modules"), join(blog, "node_modules"));
      writeFileSync(join(blog, "_place.yml"), JSON.stringify({ url: href, root: pathname }));
      const hexo = join(blog, "node_modules/hexo/bin/hexo");
      return [process.execPath, hexo, "generate", "--silent", "--config", "_config.yml,_place.yml"];
    },
  },
} as const satisfies { [K in PieceKind]?: Kind };

export type Engine = keyof typeof KINDS;
export const ENGINES = PIECES.filter((kind): kind is Engine => kind in KINDS);

export interface Blog {
  /** The address of a post by its name, or of any file. */
  readonly address: (path: string) => string;
  /** Folder of the engine's output. */
  readonly output: string;
}

/**
 * Builds and serves a blog under a sub-path until the tests of this file are over.
 * @param posts the Markdown of further posts, by name
 * @param headers what the server sends with every file
 */
export async function buildBlog(
  engine: Engine,
  posts: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Blog> {
  const kind: Kind = KINDS[engine];
  const blog = mkdtempSync(join(tmpdir(), `attention-scale-${engine}-`));
  const inBlog = (path: string) => fileIn(blog, path);
  const skeleton = here(engine);
  const own = (source: string) => !source.startsWith(join(skeleton, "node_modules"));
  cpSync(skeleton, blog, { recursive: true, filter: own });
  const [piece, place] = kind.piece;
  cpSync(here(`../../web/pieces/${piece}`), inBlog(place));
  unpackZip(join(blog, dirname(kind.files)));
  for (const [name, text] of Object.entries(posts)) {
    writeFileSync(inBlog(kind.post(name)), front(name) + text);
  }

  const output = join(blog, kind.output);
  const { server, address } = await serve(headers, undefined, output);
  afterAll(() => {
    server.close();
    rmSync(blog, { recursive: true, force: true });
  });
  const [program, ...args] = kind.command(blog, new URL(address));
  const { stderr } = await promisify(execFile)(program, args, { cwd: blog });
  if (stderr.trim() !== "") throw new Error(`${engine} warns: ${stderr}`);
  return { address: (path) => `${address}${path}`, output };
}
