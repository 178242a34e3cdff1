/**
 * The types of the element for frameworks, compiled with stubs of their packages: right use is told
 * from wrong.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { dist } from "../browser/browser.js";
import { tool } from "./project.js";
import { SNIPPETS } from "./snippets.js";

const HTML =
  "interface HTMLAttributes<T> { children?: unknown; lang?: string; className?: string; title?: string; ref?: (element: T | null) => void }";
const factory = (name: string) =>
  `export function jsx(type: unknown, props: unknown): ${name}.JSX.Element; export { jsx as jsxs };`;

/** What of each framework's types the element's use, under the names of its packages. */
const STUBS: Readonly<Record<string, string>> = {
  "react/index.d.ts": `export = React; export as namespace React; declare namespace React {
    ${HTML}
    interface Attributes { key?: string }
    type DetailedHTMLProps<E, T> = E & { key?: string };
    namespace JSX { interface Element {} interface IntrinsicElements { div: HTMLAttributes<HTMLDivElement> } }
  }`,
  "react/jsx-runtime.d.ts": `import * as React from "./index.js";
    export { JSX } from "./index.js"; ${factory("React")}`,
  "preact/index.d.ts": `export type Ref<T> = (element: T | null) => void;
    export namespace JSX { ${HTML} interface Element {}
    interface IntrinsicElements { div: HTMLAttributes<HTMLDivElement> } }`,
  "preact/jsx-runtime.d.ts": `import type * as Preact from "preact";
    export type { JSX } from "preact"; ${factory("Preact")}`,
  "solid-js/index.d.ts": `export namespace JSX { ${HTML} interface Element {}
    interface IntrinsicElements { div: HTMLAttributes<HTMLDivElement> } }`,
  "solid-js/jsx-runtime.d.ts": `import type * as Solid from "solid-js";
    export type { JSX } from "solid-js"; ${factory("Solid")}`,
  "vue/index.d.ts":
    "export interface HTMLAttributes { class?: unknown; lang?: string } export interface GlobalComponents {}",
};

/** What embedding.md shows. */
const [shown = ""] = SNIPPETS.flatMap(({ language, text }) => (language === "jsx" ? [text] : []));

/** Right and wrong use in JSX. */
const use = (framework: string, module: string, listener: string) => `
/** @jsxImportSource ${module} */
import type {} from "attention-scale/${framework}";
export const right = <attention-scale cell="0,1" state="dim=8&seed=3" home="/page.html" dim={8} seed="3" theme="dark"
  figure="weights" hide="" lang={null} title="a figure" ${listener}={(event) => console.log(event.detail.state.dim)}
  ref={(element) => console.log(element?.state.dim)}><div /></attention-scale>;
export const shown = ${shown};
// @ts-expect-error: there is no such theme
export const theme = <attention-scale theme="drak" />;
// @ts-expect-error: a cell is a text
export const cell = <attention-scale cell={{ row: 0, col: 1 }} />;
// @ts-expect-error: there is no such key
export const key = <attention-scale dimension={8} />;
`;

const FILES: Readonly<Record<string, string>> = {
  "react.tsx": use("react", "react", "onattention-scale-change"),
  "preact.tsx": use("preact", "preact", "onattention-scale-change"),
  "solid.tsx": use("solid", "solid-js", "on:attention-scale-change"),
  "vue.ts": `import type { GlobalComponents } from "vue"; import type {} from "attention-scale/vue";
    type Props = InstanceType<GlobalComponents["attention-scale"]>["$props"];
    export const right: Props = { cell: "0,1", dim: 8, theme: "dark", class: "wide", onAttentionScaleChange: ({ detail }) => console.log(detail.state.dim) };
    // @ts-expect-error: there is no such theme
    export const wrong: Props = { theme: "drak" };
    // @ts-expect-error: there is no such key
    export const key: Props = { dimension: 8 };`,
  "none.ts": `import "attention-scale/embed.js";
    const element = document.createElement("attention-scale");
    element.dim = 8; element.cell = "0,1"; element.state = "dim=8"; element.lang = "zh"; element.home = null;
    const dim: number = element.state.dim;
    // @ts-expect-error: there is no such theme
    element.theme = "drak";
    console.log(dim);`,
};

test("the element's types tell right use from wrong in the JSX of React, Preact and Solid, in the templates of Vue, and without a framework", () => {
  const folder = mkdtempSync(join(tmpdir(), "attention-scale-types-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  cpSync(dist, join(folder, "node_modules/attention-scale/dist"), {
    recursive: true,
    filter: (path) => path === dist || path.endsWith(".d.ts"),
  });
  const packed = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  write("node_modules/attention-scale/package.json", packed);
  for (const [path, content] of Object.entries(STUBS)) {
    write(`node_modules/${path}`, content);
    const types = { types: "./index.d.ts", exports: { ".": "./index.d.ts", "./*": "./*.d.ts" } };
    write(join("node_modules", dirname(path), "package.json"), JSON.stringify(types));
  }
  for (const [file, text] of Object.entries(FILES)) write(file, text);
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: "es2022",
    module: "esnext",
    types: [],
    moduleResolution: "bundler",
    lib: ["es2022", "dom"],
    exactOptionalPropertyTypes: true,
    jsx: "react-jsx",
  };
  write("tsconfig.json", JSON.stringify({ compilerOptions, files: Object.keys(FILES) }));
  const { stdout } = spawnSync(process.execPath, [tool("typescript/bin/tsc"), "-p", folder], {
    encoding: "utf8",
  });
  expect(stdout).toBe("");
});
