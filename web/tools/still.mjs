// @ts-check
/**
 * `npm run still -- --sentence "to be" --figure gradient-share --lang zh`: writes the still picture of a figure in any state,
 * drawn by Node, for a post and for phones; with `--width` only that one. Every key of the state is an option, and `--steps` for
 * how many a race is trained.
 */
import { writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { buildEngine } from "./engine.mjs";
import { valuesOf } from "./key-tables.mjs";
import { commandOptions } from "./options.mjs";
import { stillModule } from "./page.mjs";
import { Failure, inProject, main } from "./run.mjs";
import { setup } from "./setup.mjs";

/** @typedef {import("../src/state/key.ts").Key<unknown>} Key */

const WIDTHS = { least: 240, most: 2000 };
const STEPS = { least: 0, most: 5000, start: 300 };

/** Keys of the page around a figure, and of none of its pictures. */
const NO_OPTIONS = ["hide", "open", "at", "cell"];

/** @typedef {typeof import("../src/entries/still.ts")} Still */

/**
 * What the arguments ask for.
 * @param {readonly string[]} args
 * @param {Pick<Still, "DEFINITIONS" | "FIGURES" | "readFragment" | "COLUMNS">} still
 * @throws {Failure} with a sentence that says what is allowed
 */
export function stillRequest(args, still) {
  /** @type {Record<string, Key>} */
  const definitions = Object.fromEntries(
    Object.entries(still.DEFINITIONS).filter(([key]) => !NO_OPTIONS.includes(key)),
  );
  const names = [...Object.keys(definitions), "width", "out", "steps"];
  const options = Object.fromEntries(
    names.map((name) => [name, { type: /** @type {const} */ ("string") }]),
  );
  const given = /** @type {Record<string, string | undefined>} */ (commandOptions(options, args));
  const { width, out, steps = `${STEPS.start}`, view = "page", figure, ...keys } = given;
  const { theme = "light" } = keys;
  if (theme !== "light" && theme !== "dark")
    throw new Failure(`--theme takes light or dark, not "${theme}": a picture follows no page.`);
  for (const [key, text = ""] of Object.entries({ ...keys, view })) {
    const definition = definitions[key];
    if (definition === undefined || definition.read(text) !== undefined) continue;
    const allowed = valuesOf(definition).replaceAll("`", "");
    throw new Failure(`--${key} takes ${allowed}, not "${text}".`);
  }
  const all = Object.values(still.FIGURES).flat();
  const [first = "weights"] =
    still.FIGURES[
      { why: "variance", heads: "many", transformer: "flow", race: "training" }[view] ?? view
    ] ?? [];
  const id = figure ?? first;
  if (!all.includes(id))
    throw new Failure(`There is no figure "${id}". These are: ${all.join(", ")}.`);
  const column = Number(width);
  if (width !== undefined && !(column >= WIDTHS.least && column <= WIDTHS.most))
    throw new Failure(`--width takes ${WIDTHS.least} to ${WIDTHS.most} pixels, not "${width}".`);
  if (!/^\d+$/.test(steps) || Number(steps) > STEPS.most)
    throw new Failure(
      `--steps takes a whole number from ${STEPS.least} to ${STEPS.most}, not "${steps}".`,
    );
  if (out !== undefined && !out.endsWith(".svg"))
    throw new Failure(`--out takes the name of a file that ends in .svg, not "${out}".`);

  const language = /** @type {"en" | "zh"} */ (keys.lang ?? "en");
  // The figure decides on the chapter, and so on the sentence where none is given.
  const fragment = new URLSearchParams(
    /** @type {Record<string, string>} */ ({ ...keys, figure: id }),
  );
  const { state } = still.readFragment(`${fragment}`);
  return {
    state: { ...state, lang: language, figure: id },
    widths: width === undefined ? still.COLUMNS : [column],
    tone: /** @type {"light" | "dark"} */ (theme),
    ...{ language, out, steps: Number(steps) },
  };
}

/** Draws and writes the pictures, and tells what a post has to say of them. @param {Still} still */
async function write(still) {
  const asked = stillRequest(process.argv.slice(2), still);
  const { state, widths, tone, language, out, steps } = asked;
  const offered = await still.offeredFigure(state, steps).catch((error) => {
    throw new Failure(error.message);
  });
  const name = out ?? still.nameOf(offered, language);
  for (const [index, width] of widths.entries()) {
    const drawn = still.drawn(offered, width, tone, language);
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
