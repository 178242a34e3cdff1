/**
 * embed.js inside the bundles of others: minified again by what hosts minify with, it runs, its
 * worker too.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { minify as minifyBySwc, transform as transformBySwc } from "@swc/core";
import { transform as transformByEsbuild } from "esbuild";
import { minify as minifyByTerser } from "terser";
import { build } from "vite";
import { describe, expect, onTestFinished, test } from "vitest";
import { ALL, dist, open, serve, sharedBrowser } from "../browser/browser.js";

const browser = await sharedBrowser();
const code = readFileSync(join(dist, "embed.js"), "utf8");

type Target = "es2016" | "es2017" | "es2022";

/**
 * Minifiers of hosts, which also make newer syntax older: at ES2016 asynchronous functions become
 * calls of helpers, as Angular's builder makes them for zone.js. SWC is that of Next.js 15, which
 * declared a name of embed.js twice.
 */
const MINIFIERS: Readonly<Record<string, (target: Target) => Promise<string>>> = {
  esbuild: async (target) =>
    (await transformByEsbuild(code, { minify: true, target, loader: "js" })).code,

  // Does what Next.js does: the loader runs first, the minifier over the chunk later.
  SWC: async (target) => {
    const settings = { swcrc: false, configFile: false } as const;
    const jsc = { target, parser: { syntax: "ecmascript" } } as const;
    const lower = await transformBySwc(code, { ...settings, isModule: "unknown", jsc });
    return (await minifyBySwc(lower.code, { compress: true, mangle: true })).code;
  },

  Terser: async (target) => {
    const ecma = Number(target.slice(2)) as 2016;
    const made = await minifyByTerser(code, { ecma, compress: { passes: 2 }, mangle: true });
    return made.code ?? "";
  },

  Rolldown: async (target) => {
    const settings = { configFile: false, logLevel: "silent" } as const;
    const rolldownOptions = {
      input: join(dist, "embed.js"),
      output: { format: "iife", entryFileNames: "app.js" },
    } as const;
    const built = await build({ ...settings, build: { target, write: false, rolldownOptions } });
    const parts = [built].flat().flatMap((one) => ("output" in one ? one.output : []));
    return parts.map((part) => (part.type === "chunk" ? part.code : "")).join("");
  },
};

const TARGETS: readonly Target[] = ALL ? ["es2016", "es2017", "es2022"] : ["es2016"];
const cases = Object.keys(MINIFIERS).flatMap((name) =>
  TARGETS.map((target) => [name, target] as const),
);

describe("embed.js in a bundle", () => {
  test.each(cases)(
    "minified by %s for %s shows what its worker has computed",
    async (name, target) => {
      const bundle = await MINIFIERS[name]?.(target);
      const { server, address } = await serve({}, undefined, dist, (path, response) => {
        const bodies: Record<string, [type: string, body: string | undefined]> = {
          "app.js": ["text/javascript", `(()=>{"use strict";${bundle}})();`],
          "app.html": [
            "text/html",
            '<!doctype html><meta charset="utf-8"><title>an app</title><link rel="icon" href="data:,"><script src="app.js" defer></script><attention-scale view="variance" samples="500"></attention-scale>',
          ],
        };
        const [type, body] = bodies[path] ?? [];
        if (type === undefined) return false;
        response.writeHead(200, { "Content-Type": type });
        response.end(body);
        return true;
      });
      onTestFinished(() => void server.close());
      const { page, messages } = await open(browser, `${address}app.html`);
      await page
        .locator('[data-study="spread"][data-progress="done"]')
        .waitFor({ state: "attached" });
      expect(page.workers()).toHaveLength(1);
      expect(messages).toEqual([]);
    },
  );
});
