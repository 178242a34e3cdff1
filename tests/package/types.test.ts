/** The types of the element for frameworks, compiled with stubs of their packages: right use is told from wrong. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { dist } from "../browser/browser.js";
import { tool } from "./project.js";

const HTML =
  "interface HTMLAttributes<T> { children?: unknown; lang?: string; className?: string; title?: string; ref?: (element: T | null) => void }";
const factory = (name: string) =>
  `export function jsx(type: unknown, props: unknown): ${name}.JSX.Element; export { jsx as jsxs };`;

/** What of each framework's types the element's use, under the names of its packages. */
const STUBS = {
  react: {
    "react/index.d.ts": `export = React; export as namespace React; declare namespace React {
      ${HTML}
      interface Attributes { key?: string }
      type DetailedHTMLProps<E, T> = E & { key?: string };
      namespace JSX { interface Element {} interface IntrinsicElements { div: HTMLAttributes<HTMLDivElement> } }
    }`,
    "react/jsx-runtime.d.ts": `import * as React from "./index.js";
      export { JSX } from "./index.js"; ${factory("React")}`,
  },
  preact: {
    "preact/index.d.ts": `export type Ref<T> = (element: T | null) => void;
      export namespace JSX { ${HTML} interface Element {}
      interface IntrinsicElements { div: HTMLAttributes<HTMLDivElement> } }`,
    "preact/jsx-runtime.d.ts": `import type * as Preact from "preact";
      export type { JSX } from "preact"; ${factory("Preact")}`,
  },
  "solid-js": {
    "solid-js/index.d.ts": `export namespace JSX { ${HTML} interface Element {}
      interface IntrinsicElements { div: HTMLAttributes<HTMLDivElement> } }`,
    "solid-js/jsx-runtime.d.ts": `import type * as Solid from "solid-js";
      export type { JSX } from "solid-js"; ${factory("Solid")}`,
  },
} as const;

const use = (framework: string, listener: string) => `
import type {} from "attention-scale/${framework}";
export const right = <attention-scale cell="0,1" state="dim=8&seed=3" home="/page.html" dim={8} seed="3" theme="dark"
  figure="weights" hide="" lang={null} title="a figure" ${listener}={(event) => console.log(event.detail.state.dim)}
  ref={(element) => console.log(element?.state.dim)}><div /></attention-scale>;
// @ts-expect-error: there is no such theme
export const theme = <attention-scale theme="drak" />;
// @ts-expect-error: a cell is a text
export const cell = <attention-scale cell={{ row: 0, col: 1 }} />;
// @ts-expect-error: there is no such key
export const key = <attention-scale dimension={8} />;
`;

function compile(
  stubs: Readonly<Record<string, string>>,
  file: string,
  text: string,
  options: Readonly<Record<string, unknown>> = {},
): string {
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
  for (const [path, content] of Object.entries(stubs)) {
    write(`node_modules/${path}`, content);
    const types = { types: "./index.d.ts", exports: { ".": "./index.d.ts", "./*": "./*.d.ts" } };
    write(join("node_modules", dirname(path), "package.json"), JSON.stringify(types));
  }
  write(file, text);
  const compilerOptions = {
    ...{ strict: true, noEmit: true, target: "es2022", module: "esnext", types: [] },
    ...{ moduleResolution: "bundler", lib: ["es2022", "dom"], exactOptionalPropertyTypes: true },
    ...options,
  };
  write("tsconfig.json", JSON.stringify({ compilerOptions, files: [file] }));
  try {
    return execFileSync(process.execPath, [tool("typescript/bin/tsc"), "-p", folder], {
      encoding: "utf8",
    });
  } catch (error) {
    return String((error as { stdout?: string }).stdout);
  }
}

describe("the element's types", () => {
  test.each([
    ["react", "react", "onattention-scale-change"],
    ["preact", "preact", "onattention-scale-change"],
    ["solid", "solid-js", "on:attention-scale-change"],
  ] as const)("in the JSX of %s", (framework, module, listener) => {
    const options = { jsx: "react-jsx", jsxImportSource: module };
    expect(compile(STUBS[module], "use.tsx", use(framework, listener), options)).toBe("");
  });

  test("in the templates of Vue", () => {
    const vue =
      "export interface HTMLAttributes { class?: unknown; lang?: string } export interface GlobalComponents {}";
    const text = `import type { GlobalComponents } from "vue"; import type {} from "attention-scale/vue";
      type Props = InstanceType<GlobalComponents["attention-scale"]>["$props"];
      export const right: Props = { cell: "0,1", dim: 8, theme: "dark", class: "wide", onAttentionScaleChange: ({ detail }) => console.log(detail.state.dim) };
      // @ts-expect-error: there is no such theme
      export const wrong: Props = { theme: "drak" };
      // @ts-expect-error: there is no such key
      export const key: Props = { dimension: 8 };`;
    expect(compile({ "vue/index.d.ts": vue }, "use.ts", text)).toBe("");
  });

  test("need no framework, and properties take what attributes do", () => {
    const text = `import "attention-scale/embed.js";
      const element = document.createElement("attention-scale");
      element.dim = 8; element.cell = "0,1"; element.state = "dim=8"; element.lang = "zh"; element.home = null;
      const dim: number = element.state.dim;
      // @ts-expect-error: there is no such theme
      element.theme = "drak";
      // @ts-expect-error: a state is set by its text
      element.state = element.state;
      console.log(dim);`;
    expect(compile({}, "use.ts", text)).toBe("");
  });
});
