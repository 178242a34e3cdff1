// @ts-check
/**
 * `npm run bench [-- section …] [before=PATH] [--quick]`: this project beside those a reader could
 * pick instead, in one run. With `before=PATH` it measures beside another build of its own: without
 * a section the engine's calls and the first chapter.
 */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import os from "node:os";
import { join, resolve } from "node:path";
import util from "node:util";
import { installNpmPackages } from "../../web/tools/npm-packages.mjs";
import { buildPage } from "../../web/tools/page.mjs";
import { Failure, inProject, main } from "../../web/tools/run.mjs";
import { setup } from "../../web/tools/setup.mjs";
import { TOLERANCE_EPS } from "./agreement.mjs";
import { closeAll } from "./endings.mjs";
import { Report } from "./report.mjs";
import { QUICK, THOROUGH } from "./rounds.mjs";
import { printTable } from "./table.mjs";

/**
 * @typedef {object} Context
 * @property {import("./rounds.mjs").Pace} pace
 * @property {Report} report
 * @property {string} [before] the dist/ of another build, for sections that measure both in turns
 *
 * @typedef {(context: Context) => Promise<void>} Section
 */

/** Files of sections/, loaded when their turn comes: what they import need not be installed yet. */
const SECTIONS = [
  "forward",
  "backward",
  "encoder",
  "dates",
  "recall",
  "model",
  "sampling",
  "draws",
  "eigen",
  "scaling",
  "binaries",
  "feel",
  "load",
  "own",
];

/** The sections that measure beside another build, where one is given and no section is named. */
const BESIDE_ANOTHER = ["before", "load"];

/** Where the command was typed; commands run at the top of the project. */
const started = process.env.INIT_CWD ?? process.cwd();

/** What stands before the path of another build. */
const BEFORE = "before=";

/**
 * The dist/ of another build.
 * @param {string} path that folder, or the checkout that holds it
 */
function otherBuild(path) {
  const folders = [resolve(started, path), resolve(started, path, "dist")];
  const built = folders.find((folder) => existsSync(join(folder, "engine.js")));
  if (built === undefined) {
    throw new Error(
      `There is no engine.js in ${folders.join(" nor in ")}: build that version first.`,
    );
  }
  return built;
}

function choice() {
  try {
    const { values, positionals: all } = util.parseArgs({
      options: { quick: { type: "boolean" } },
      allowPositionals: true,
    });
    const named = all.filter((word) => !word.startsWith(BEFORE));
    const path = all.find((word) => word.startsWith(BEFORE))?.slice(BEFORE.length);
    const before = path === undefined ? undefined : otherBuild(path);
    const everything = before === undefined ? SECTIONS : BESIDE_ANOTHER;
    const known = before === undefined ? SECTIONS : ["before", ...SECTIONS];
    const unknown = named.find((name) => !known.includes(name));
    if (unknown !== undefined) throw new Error(`There is no section "${unknown}".`);
    return {
      pace: values.quick ? QUICK : THOROUGH,
      chosen: named.length === 0 ? everything : known.filter((name) => named.includes(name)),
      before,
    };
  } catch (error) {
    throw new Failure(
      `${error instanceof Error ? error.message : error}\n` +
        `Sections: ${SECTIONS.join(", ")}; all without a name. Known: --quick, ${BEFORE}PATH.`,
    );
  }
}

await main(async () => {
  const { pace, chosen, before } = choice();
  await setup({ for: "bench" });
  await installNpmPackages("tests/bench");
  await buildPage();

  const [cpu] = os.cpus();
  console.log(
    `\n${cpu?.model}, ${os.cpus().length} cores, Node ${process.versions.node}; ${new Date().toISOString()}\n` +
      `Median and half the distance of the quartiles of ${pace.rounds} rounds in turns after ${pace.warmUp} to warm up; ` +
      "× is the time over ours, within the round.\n" +
      `Every result was compared with ours in double precision first: ${TOLERANCE_EPS} eps of the largest entry are allowed.`,
  );
  const report = new Report();
  for (const name of chosen) {
    try {
      /** @type {{ section: Section }} */
      const { section } = await import(new URL(`sections/${name}.mjs`, import.meta.url).href);
      await section({ pace, report, ...(before === undefined ? {} : { before }) });
    } catch (error) {
      // The others can still be measured.
      console.error(error);
      report.skip(`section ${name}`, error);
      process.exitCode = 1;
    } finally {
      await closeAll();
    }
  }
  if (report.reaches.length > 0) {
    const rows = report.reaches.map(({ goal, found, met }) => [goal, found, met ? "yes" : "no"]);
    const quick = pace === QUICK ? " (a quick run: not for quoting)" : "";
    printTable(`What is to be reached${quick}`, ["", "found", "reached"], rows);
  }
  if (report.skipped.length > 0) console.log(`\nNot measured:\n  ${report.skipped.join("\n  ")}`);
  const file = inProject("build/reports/bench.json");
  mkdirSync(inProject("build/reports"), { recursive: true });
  writeFileSync(file, `${JSON.stringify(report, null, 1)}\n`);
  console.log("\nAll rounds are in build/reports/bench.json.");
});
