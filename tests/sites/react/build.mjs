/** Builds the app for browsers, and its two pages as a server would send them. */
import { readFileSync, writeFileSync } from "node:fs";
import react from "@vitejs/plugin-react";
import { build } from "vite";
import { BASE } from "./src/texts.js";

const shared = { base: BASE, plugins: [react()], logLevel: "warn", configFile: false };
await build(shared);
await build({ ...shared, build: { ssr: "src/server.jsx", outDir: "server" } });

const { render } = await import("./server/server.js");
const shell = readFileSync("dist/index.html", "utf8");
for (const name of ["figure.html", "other.html"]) {
  writeFileSync(
    `dist/${name}`,
    shell.replace("<!--app-->", () => render(BASE + name)),
  );
}
