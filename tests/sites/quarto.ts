/**
 * What the shortcode for Quarto makes in each format. Quarto is in neither of the registries that
 * are asked: it is Pandoc with filters, and so Pandoc runs the shortcode, Debian's 2.17, and 3.9 as
 * npm has it for the formats that the older one lacks. `QUARTO` stands for what the shortcode asks
 * Quarto for.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inProject } from "../../web/tools/run.mjs";
import { bookPackage, typstPdf } from "./typst.js";

const SHORTCODE = "web/pieces/quarto/_extensions/attention-scale/attention-scale.lua";
const STILLS = ["still-en.svg", "still-zh.svg", "still-en-narrow.svg"];

/** A shortcode of a document is a block of raw text here. */
const QUARTO = `
quarto = {
  doc = { is_format = function(name) return name == "html:js" and FORMAT:match("^html") ~= nil end },
  project = { offset = "." },
}
local shortcodes = dofile("attention-scale.lua")
local meta
local function parameters(text)
  local found = {}
  for name, value in text:gmatch('([%w-]+)="([^"]*)"') do found[name] = pandoc.Inlines(value) end
  return found
end
return {
  { Meta = function(all) meta = all end },
  { RawBlock = function(block)
      if block.format == "shortcode" then
        return shortcodes[block.text:match("^[%w-]+")]({}, parameters(block.text), meta)
      end
    end },
}
`;

const asRaw = (shortcode: string) => `\`\`\`{=shortcode}\n${shortcode}\n\`\`\``;

/** A document with these shortcodes. */
export const documentWith = (language: string, shortcodes: readonly string[]) =>
  `---\ntitle: A report\nlang: ${language}\n---\n\n# The figure\n\n${shortcodes.map(asRaw).join("\n\n")}\n`;

/** Calls with a folder in which a document may be made, and removes it. */
async function inFolder<Made>(make: (folder: string) => Promise<Made>): Promise<Made> {
  mkdirSync(inProject("build"), { recursive: true });
  const folder = mkdtempSync(inProject("build/site-quarto-"));
  try {
    mkdirSync(join(folder, "attention-scale"));
    for (const still of STILLS) {
      cpSync(inProject("dist", still), join(folder, "attention-scale", still));
    }
    cpSync(inProject(SHORTCODE), join(folder, "attention-scale.lua"));
    writeFileSync(join(folder, "quarto.lua"), QUARTO);
    return await make(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A file that Debian's Pandoc makes. */
export const byDebian = (document: string, format: "html" | "latex" | "docx" | "epub") =>
  inFolder(async (folder) => {
    const args = ["--lua-filter", "quarto.lua", "--to", format, "--output", "made"];
    const { status, stderr } = spawnSync("pandoc", args, {
      cwd: folder,
      input: document,
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(stderr);
    return readFileSync(join(folder, "made"));
  });

/** What of Pandoc for npm is used here. */
interface Pandoc {
  convert(
    options: object,
    document: string,
    files: Readonly<Record<string, string>>,
  ): Promise<{ readonly stdout: string; readonly stderr: string }>;
}
/** The source that Pandoc 3.9 writes for Typst, and the PDF that Typst makes of it. */
export const byTypst = (document: string) =>
  inFolder(async (folder) => {
    const { convert } = await bookPackage<Pandoc>("pandoc-wasm/index.js");
    const files = Object.fromEntries(
      ["quarto.lua", "attention-scale.lua"].map((name) => [
        name,
        readFileSync(join(folder, name), "utf8"),
      ]),
    );
    const options = { from: "markdown", to: "typst", filters: ["quarto.lua"] };
    const { stdout, stderr } = await convert(options, document, files);
    if (stderr !== "") throw new Error(stderr);
    const mainFilePath = join(folder, "report.typ");
    writeFileSync(mainFilePath, stdout);
    return { source: stdout, pdf: await typstPdf(mainFilePath) };
  });
