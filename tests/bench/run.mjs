// @ts-check
/** `npm run bench [-- section …] [--quick]`: this project beside those a reader could pick instead, in one run. */
import { mkdirSync, writeFileSync } from "node:fs";
import os from "node:os";
import util from "node:util";
import { buildEngine } from "../../web/tools/engine.mjs";
import { installNpmPackages } from "../../web/tools/npm-packages.mjs";
import { buildPage } from "../../web/tools/page.mjs";
import { Failure, inProject, main } from "../../web/tools/run.mjs";
import { setup } from "../../web/tools/setup.mjs";
import { TOLERANCE_EPS } from "./agreement.mjs";
import { closeAll } from "./endings.mjs";
import { emptyReport, skip } from "./report.mjs";
import { QUICK, THOROUGH } from "./rounds.mjs";
import { printTable } from "./table.mjs";

/**
 * @typedef {(context: {
 *   pace: import("./rounds.mjs").Pace,
 *   report: import("./report.mjs").Report,
 * }) => Promise<void>} Section
 */

/** Loaded when their turn comes: what they import need not be installed yet. @type {Record<string, () => Promise<Section>>} */
const sections = {
  forward: async () => (await import("./sections/forward.mjs")).forward,
  backward: async () => (await import("./sections/backward.mjs")).backward,
  encoder: async () => (await import("./sections/encoder.mjs")).encoder,
  dates: async () => (await import("./sections/dates.mjs")).dates,
  recall: async () => (await import("./sections/recall.mjs")).recall,
  sampling: async () => (await import("./sections/sampling.mjs")).sampling,
  draws: async () => (await import("./sections/draws.mjs")).draws,
  eigen: async () => (await import("./sections/eigen.mjs")).eigen,
  scaling: async () => (await import("./sections/scaling.mjs")).scaling,
  binaries: async () => (await import("./sections/binaries.mjs")).binaries,
  feel: async () => (await import("./sections/feel.mjs")).feel,
};

function choice() {
  try {
    const { values, positionals } = util.parseArgs({
      options: { quick: { type: "boolean" } },
      allowPositionals: true,
    });
    const unknown = positionals.find((name) => !(name in sections));
    if (unknown !== undefined) throw new Error(`There is no section "${unknown}".`);
    const names = Object.keys(sections);
    return {
      pace: values.quick ? QUICK : THOROUGH,
      chosen: names.filter((name) => positionals.length === 0 || positionals.includes(name)),
    };
  } catch (error) {
    throw new Failure(
      `${error instanceof Error ? error.message : error}\n` +
        `Sections: ${Object.keys(sections).join(", ")}; all without a name. Known: --quick.`,
    );
  }
}

await main(async () => {
  const { pace, chosen } = choice();
  await setup({ for: "bench" });
  await installNpmPackages("tests/bench");
  await buildEngine();
  await buildPage();

  const [cpu] = os.cpus();
  console.log(
    `\n${cpu?.model}, ${os.cpus().length} cores, Node ${process.versions.node}; ${new Date().toISOString()}\n` +
      `Median and half the distance of the quartiles of ${pace.rounds} rounds in turns after ${pace.warmUp} to warm up; ` +
      "× is the time over ours, within the round.\n" +
      `Every result was compared with ours in double precision first: ${TOLERANCE_EPS} eps of the largest entry are allowed.`,
  );
  const report = emptyReport();
  for (const name of chosen) {
    try {
      const section = await sections[name]?.();
      await section?.({ pace, report });
    } catch (error) {
      // The others can still be measured.
      console.error(error);
      skip(report, `section ${name}`, error);
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
