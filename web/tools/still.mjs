// @ts-check
/**
 * `npm run still -- --sentence "to be" --figure gradient-share --lang zh`: writes the still picture
 * of a figure in any state, drawn by Node, for a post and for phones; with `--width` only that one.
 * Every key of the state is an option, and `--steps` for how many a race is trained.
 */
import { writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { buildEngine } from "./engine.mjs";
import { valuesOf } from "./key-tables.mjs";
import { commandOptions } from "./options.mjs";
import { stillModule } from "./page.mjs";
import { Failure, inProject, main } from "./run.mjs";
import { setup } from "./setup.mjs";

/** @typedef {import("../src/keys/key.ts").Key<unknown>} Key */

/** Keys of the page around a figure, and of none of its pictures. */
const NO_OPTIONS = ["hide", "open", "at", "cell", "figure"];

/** @typedef {typeof import("../src/entries/still.ts")} Still */

/**
 * What the arguments ask for.
 * @param {readonly string[]} args
 * @param
 *   {Pick<Still, "DEFINITIONS" | "STILL_FIGURES" | "readFragment" | "POST_WIDTHS" | "partsOf" | "whole" | "oneOf">}
 *   still
 * @throws {Failure} with a sentence that says what is allowed
 */
export function stillRequest(args, still) {
  const keys = Object.entries(still.DEFINITIONS).filter(([key]) => !NO_OPTIONS.includes(key));
  /** @type {Record<string, Key>} */
  const definitions = {
    ...Object.fromEntries(keys),
    // A picture follows no element of a page.
    theme: still.oneOf("auto", ["auto", "light", "dark"]),
    width: still.whole(still.POST_WIDTHS[0], 240, 2000),
    steps: still.whole(300, 0, 5000),
  };
  const options = Object.fromEntries(
    [...Object.keys(definitions), "figure", "out"].map((name) => [
      name,
      { type: /** @type {const} */ ("string") },
    ]),
  );
  const given = /** @type {Record<string, string>} */ (commandOptions(options, args));
  for (const [key, text] of Object.entries(given)) {
    const definition = definitions[key];
    if (definition === undefined || definition.read(text) !== undefined) continue;
    const allowed = valuesOf(definition).replaceAll("`", "");
    throw new Failure(`--${key} takes ${allowed}, not "${text}".`);
  }
  const { width, out, steps = "300", theme = "auto", view = "page", ...rest } = given;
  const part = still.partsOf(/** @type {"page"} */ (view))[0] ?? view;
  const all = Object.values(still.STILL_FIGURES).flat();
  const { figure = still.STILL_FIGURES[part]?.[0] ?? "", lang = "en" } = rest;
  if (!all.includes(figure)) {
    throw new Failure(`There is no figure "${figure}". These are: ${all.join(", ")}.`);
  }
  if (out !== undefined && !out.endsWith(".svg")) {
    throw new Failure(`--out takes the name of a file that ends in .svg, not "${out}".`);
  }

  // The figure decides on the chapter, and so on the sentence where none is given.
  const fragment = new URLSearchParams({ ...rest, theme, lang, figure });
  const { state, junk } = still.readFragment(`${fragment}`);
  // Each value has been read: what is left is cuts, which need their sentence.
  for (const { key, value } of junk) {
    throw new Failure(
      `--${key} takes the numbers of characters of all words between which its sentence has no blank, not "${value}".`,
    );
  }
  return {
    state,
    widths: width === undefined ? still.POST_WIDTHS : [Number(width)],
    tone: /** @type {"auto" | "light" | "dark"} */ (theme),
    language: /** @type {import("../src/state/language.ts").Language} */ (lang),
    out,
    steps: Number(steps),
  };
}

/** Draws and writes the pictures, and tells what a post has to say of them. @param {Still} still */
async function write(still) {
  const request = stillRequest(process.argv.slice(2), still);
  const { state, widths, tone, language, out, steps } = request;
  const offered = await still.offeredFigure(state, steps).catch((error) => {
    throw new Failure(error.message);
  });
  const name = out ?? still.fileNameOf(offered, language);
  for (const [index, width] of widths.entries()) {
    const drawn = still.drawnStill(offered, width, tone, language);
    const file = index === 0 ? name : still.narrowName(name);
    try {
      writeFileSync(file, drawn.svg);
    } catch {
      throw new Failure(`${file} cannot be written: is there a folder ${dirname(file)}?`);
    }
    if (index === 0) console.log(`alt="${drawn.alt}"`);
    console.log(`${file}: width="${drawn.width}" height="${drawn.height}"`);
  }
}

if (process.argv[1] === inProject("web/tools/still.mjs")) {
  await main(async () => {
    await setup({ for: "build" });
    await buildEngine();
    await write(await stillModule());
  });
}
