/** The npm package in an empty project: the files that web/docs/package.md shows run here. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Matrix } from "attention-scale";
import type { Page } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import manifest from "../../package.json";
import { ALL, open, ready, serve, sharedBrowser } from "../browser/browser.js";
import { dimension, expectMatrices, heavyWork } from "../browser/expected.js";
import { EPS, expectClose } from "../engine/close.js";
import { asRows, goldens, softmaxOf } from "../engine/goldens.js";
import { filesInGuide, installPackage, tool } from "./project.js";

const { exports: exported } = manifest;

const [browser, project] = await Promise.all([sharedBrowser(), installPackage()]);
project.write(filesInGuide());

const WORDS = ["to", "be", "or", "not"];

describe("the packed files", () => {
  test("are the product, its types, its licences and nothing else", () => {
    const { files, size, unpackedSize, filename } = project.packed;
    const kB = (bytes: number) => `${Math.round(bytes / 1000)} kB`;
    console.log(`${filename}: ${kB(size)}, ${kB(unpackedSize)} in ${files.length} files`);
    const wanted = [
      /^(README\.md|LICENSE|package\.json)$/,
      /^dist\/(engine|embed)\.(js|d\.ts)$/,
      /^dist\/(engine|layers)\.wasm$/,
      /^dist\/(react|preact|solid|vue)\.d\.ts$/,
      /^dist\/(attention-scale|index|why|heads|transformer|race|divisors|own|model|lessons)\.html$/,
      /^dist\/assets\/[\w-]+\.(js|css|wasm|json)$/,
      /^dist\/(frame|loader|service-worker)\.js$/,
      /^dist\/(integrity\.json|manifest\.webmanifest|THIRD-PARTY-NOTICES\.txt)$/,
      /^dist\/(icon(-maskable)?(-\d+)?|preview(-why|-heads|-transformer|-race|-divisors|-own|-model|-lessons)?|still-[a-z]{2}(-narrow)?)\.(svg|png)$/,
      /^dist\/pieces\/(hexo\/scripts|html|hugo|jekyll|markdown|observable)\/[\w-]+\.(html|js|md)$/,
      /^dist\/pieces\/quarto\/_extensions\/attention-scale\/[\w-]+\.(lua|yml)$/,
    ];
    const paths = files.map(({ path }) => path);
    expect(paths.filter((path) => !wanted.some((kind) => kind.test(path)))).toEqual([]);
    expect(wanted.filter((kind) => !paths.some((path) => kind.test(path)))).toEqual([]);
    expect(size).toBeLessThan(5.9e6);
    const guide = readFileSync(new URL("../../web/docs/package.md", import.meta.url), "utf8");
    const [, name, megabytes] = /`([\w.-]+\.tgz)`: ([\d.]+) MB/.exec(guide) ?? [];
    expect(name).toBe(filename);
    // The binaries of newer compilers are smaller: by .17 in all from Debian 12 to 13.
    expect(Math.abs(Number(megabytes) - size / 1e6)).toBeLessThan(0.2);
  });

  test("are found by tools that know none of package.json's exports: Parcel 2 as it comes, TypeScript's older resolution", () => {
    const { main, browser, typesVersions } = manifest;
    expect(main).toBe(exported["."].default);
    for (const [name, file] of Object.entries(browser)) {
      const given = exported[name as "./embed.js"];
      expect(typeof given === "string" ? given : given.default).toBe(file);
    }
    const typed = Object.entries(exported).flatMap(([name, given]) =>
      typeof given === "object" && name !== "." ? [[name.slice(2), [given.types]]] : [],
    );
    expect(typesVersions["*"]).toEqual(Object.fromEntries(typed));
  });

  test("have accessors whose types TypeScript 5.0 takes: what is read may be set", () => {
    const types = readFileSync(
      join(project.folder, "node_modules/attention-scale/dist/embed.d.ts"),
      "utf8",
    );
    const accessors = [...types.matchAll(/get (\w+)\(\): (\w+);\s+set \1\(\w+: ([^)]+)\);/g)];
    expect(accessors.map(([, name]) => name)).toEqual(["state"]);
    for (const [, , read = "", set = ""] of accessors) expect(set.split(" | ")).toContain(read);
  });

  test("are the manual of the engine: what the letters mean, and what each call says of itself", () => {
    const types = readFileSync(
      join(project.folder, "node_modules/attention-scale/dist/engine.d.ts"),
      "utf8",
    );
    expect(types).toMatch(/Letters: n queries, m keys.*\n(?: \*.*\n)*interface Engine /);
    expect(types).toMatch(/entries; a row of only −∞ gives zeros.*\n {3}\*\/\n {2}softmax\(/);
  });

  test("are found by every name that package.json gives them", async () => {
    // Those of types alone are for TypeScript: see types.test.ts.
    const named = Object.entries(exported).filter(
      ([, file]) => typeof file === "string" || "default" in file,
    );
    const names = named.map(([name]) =>
      name
        .replace("still-*", "still-en-narrow")
        .replace("*", "hugo/attention-scale.html")
        .replace(/^\./, "attention-scale"),
    );
    const ask = `for (const name of ${JSON.stringify(names)}) console.log(import.meta.resolve(name));`;
    const found = (await project.node("--input-type=module", "--eval", ask)).trim().split("\n");
    expect(found.length).toBe(names.length);
    expect(found.filter((url) => !existsSync(new URL(url)))).toEqual([]);
  });
});

describe("in plain Node", () => {
  test("the engine comes to the weights of NumPy's queries and keys", async () => {
    type Sentence = { name: string; queries: Matrix; keys: Matrix; dim: number };
    const golden = goldens<Sentence>("sentence").find(
      ({ name }) => name === "I am good in 16 dimensions with seed 13",
    );
    if (golden === undefined) throw new Error("sentence.json has other sentences.");
    const keys = asRows(golden.keys);
    const weights = asRows(golden.queries).flatMap((query) => {
      const scores = keys.map((key) => query.reduce((sum, q, i) => sum + q * (key[i] ?? 0), 0));
      return softmaxOf(scores.map((score) => score / Math.sqrt(golden.dim)));
    });
    const printed = (await project.node("attention.mjs")).trim().split(" ").map(Number);
    expectClose(printed, weights, { k: 1e-13 / EPS });
  });

  test.each(["embed.js", "loader.js", "frame.js"])(
    "%s can be imported, as servers that render pages do, and does nothing there",
    async (file) => {
      const code = `await import("attention-scale/${file}"); console.log("alive");`;
      await expect(project.node("--input-type=module", "--eval", code)).resolves.toBe("alive\n");
    },
  );
});

/** The element shows the engine's numbers, small work in the page and heavy work in a worker. */
async function expectElement(page: Page, dim: number): Promise<void> {
  await expectMatrices(page, { words: WORDS, dim });
  expect(page.workers()).toHaveLength(0);
  await heavyWork(page, expectMatrices);
  expect(page.workers()).toHaveLength(1);
}

/** The app of web/docs/package.md: its line follows what the reader does to the element. */
async function expectApp(page: Page): Promise<void> {
  await ready(page);
  const line = page.locator("output");
  await expect(line.innerText()).resolves.toBe(`Scores are divided by ${Math.sqrt(32)}.`);
  await dimension(page).focus();
  await page.keyboard.press("PageUp");
  await expect.poll(() => line.innerText()).toBe("Scores are divided by 8.");
  await expectElement(page, 64);
}

describe("in a Vite app", () => {
  test("engine and element work in what is built, in silence", async () => {
    await project.node(tool("vite/bin/vite.js"), "build", "--base", "./", "--logLevel", "warn");
    const { server, address } = await serve({}, undefined, join(project.folder, "dist"));
    onTestFinished(() => void server.close());
    const { page, messages, requests } = await open(browser, address);
    await expectApp(page);
    expect(messages).toEqual([]);
    expect(
      requests.filter((url) => !url.startsWith(address) && !/^(blob|data):/.test(url)),
    ).toEqual([]);
  });

  if (ALL) {
    test("they work on the development server, in silence", async () => {
      const { createServer } = await import("vite");
      const server = await createServer({
        root: project.folder,
        configFile: false,
        logLevel: "error",
        server: { host: "127.0.0.1", port: 0 },
      });
      onTestFinished(() => server.close());
      await server.listen();
      const { page, messages } = await open(browser, server.resolvedUrls?.local[0] ?? "");
      await expectApp(page);
      expect(messages.filter((message) => !message.includes("[vite] connect"))).toEqual([]);
    });
  }
});

describe("embed.js by its path", () => {
  if (ALL) {
    test("shows the element from a static server", async () => {
      const { server, address } = await serve({}, undefined, project.folder);
      onTestFinished(() => void server.close());
      const { page, messages } = await open(browser, `${address}page.html`);
      await expectElement(page, 32);
      expect(messages).toEqual([]);
    });
  }

  test("shows the element by double click", async () => {
    const { page, messages } = await open(
      browser,
      pathToFileURL(join(project.folder, "page.html")).href,
    );
    await expectElement(page, 32);
    expect(messages).toEqual([]);
  });
});

/**
 * Right and wrong use. Where a type were missing or `any`, the wrong would be accepted, which is an
 * error as well.
 */
const USE = `
import type { Attention, Matrix, Moments, Saturation, ScoreSample } from "attention-scale";
import { EngineError, type EngineErrorCode, loadEngine } from "attention-scale";
import type { AttentionScaleChangeEvent, State } from "attention-scale/embed.js";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const sure = <T extends true>(): T | undefined => undefined;

const engine = await loadEngine();
const single = { rows: 1, cols: 2, data: Float32Array.of(1, 2) };
const double = { rows: 1, cols: 2, data: Float64Array.of(1, 2) };

const short = engine.attention(single, single, single).weights;
sure<Same<typeof short, Matrix<Float32Array>>>();
const long = engine.attention(single, double, single).weights;
sure<Same<typeof long, Matrix<Float64Array>>>();
const some = engine.attention(double, double, double, { outputs: ["output"] });
sure<Same<keyof typeof some, "output">>();
const whole: Attention<Float32Array> = engine.attention(single, single, single);
const sample: ScoreSample = engine.sampleScores({ seed: 0, samples: 2, dim: 1 });
const moments: Moments = engine.moments([1, 2]);
const saturated: Saturation = engine.saturation([1, 2], [1]);
const list = engine.softmax([1, 2]);
sure<Same<typeof list, Float64Array>>();
// @ts-expect-error: only what was asked for is there
some.weights;
// @ts-expect-error: single precision is not double precision
const wrong: Matrix<Float64Array> = short;
// @ts-expect-error: a list is not a matrix
engine.attention([1, 2], double, double);
// @ts-expect-error: there is no such mask
engine.attention(double, double, double, { mask: "casual" });

try {
  engine.softmax([Number.NaN]);
} catch (error) {
  if (error instanceof EngineError) {
    sure<Same<typeof error.code, EngineErrorCode>>();
    const code: EngineErrorCode = "domain";
    if (error.code === code) console.log(error.message);
    // @ts-expect-error: there is no such code
    if (error.code === "nonsense") throw error;
  }
}

const element = document.querySelector("attention-scale");
const state = element?.state;
sure<Same<typeof state, State | undefined>>();
const dim: number | undefined = state?.dim;
const hidden: boolean | undefined = state?.hide.has("header");
// @ts-expect-error: there is no such part
state?.hide.has("heading");
element?.addEventListener("attention-scale-change", (event) => {
  sure<Same<typeof event, AttentionScaleChangeEvent>>();
  const { seed }: { seed: number } = event.detail.state;
  // @ts-expect-error: there is no such key
  console.log(seed, event.detail.state.sed);
});
document.body.addEventListener("attention-scale-change", ({ detail }) => console.log(detail.state.view));
console.log(dim, hidden, wrong, whole, sample, moments, saturated);
export {};
`;

describe("the types", () => {
  test.each([
    ["node16, as in the guide", []],
    ["bundler", ["--module", "esnext", "--moduleResolution", "bundler"]],
  ])("take the app of the guide as it stands there under %s", async (_, options) => {
    const told = await project.node(tool("typescript/bin/tsc"), "-p", "tsconfig.json", ...options);
    expect(told).toBe("");
  });

  const resolutions = [
    ["node16", { module: "node16", moduleResolution: "node16" }],
    ["bundler", { module: "esnext", moduleResolution: "bundler" }],
  ] as const;
  // types.test.ts resolves as a bundler does.
  test.each(ALL ? resolutions : resolutions.slice(0, 1))(
    "tell right use from wrong under %s",
    async (name, options) => {
      project.write({
        "use.ts": USE,
        [`tsconfig.${name}.json`]: JSON.stringify({
          compilerOptions: {
            strict: true,
            noEmit: true,
            target: "es2022",
            types: [],
            lib: ["es2022", "dom"],
            ...options,
          },
          files: ["use.ts", "main.ts"],
        }),
      });
      const told = await project.node(tool("typescript/bin/tsc"), "-p", `tsconfig.${name}.json`);
      expect(told).toBe("");
    },
  );
});
