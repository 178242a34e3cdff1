// @ts-check
/**
 * The tests that take longer than `npm test` gives them:
 * - `npm run test:look`: every combination of conditions, not only some walks;
 * - `npm run monkey -- --minutes 20 --seed 7`: random actions for as long as wished; else ten
 *   minutes;
 * - `npm run test:sites -- vitepress reveal`: the element in real sites; without names in all of
 *   them;
 * - `npm run test:others`: weights and files that other programs make now: onnxruntime, PyTorch,
 *   R and Octave;
 * - `npm run test:claims`: what the texts say about long trainings.
 */
import { installNpmPackages } from "./npm-packages.mjs";
import { commandOptions } from "./options.mjs";
import { buildPage } from "./page.mjs";
import { sentence } from "./reports.mjs";
import { Failure, main } from "./run.mjs";
import { setup } from "./setup.mjs";
import { runVitest } from "./vitest.mjs";

/** The project of web/vitest.config.ts by the name of the command. */
const projects = {
  look: "look",
  monkey: "monkey",
  sites: "sites",
  others: "others",
  claims: "nightly",
};

/** The environment variables that set the length of a test. */
const commands = {
  look: () => {
    commandOptions({});
    return { TESTS: "all" };
  },
  monkey: () => {
    const { minutes = "10", seed = "1" } = commandOptions({
      minutes: { type: "string" },
      seed: { type: "string" },
    });
    if (!(Number(minutes) > 0)) {
      throw new Failure(`--minutes takes a number above 0, not "${minutes}".`);
    }
    if (!/^\d{1,9}$/.test(seed)) {
      throw new Failure(`--seed takes a whole number from 0 to 999999999, not "${seed}".`);
    }
    return { MONKEY_MINUTES: minutes, MONKEY_SEED: seed };
  },
  sites: () => ({ SITES: process.argv.slice(2).join(" ") }),
  others: () => {
    commandOptions({});
    return {};
  },
  claims: () => {
    commandOptions({});
    return {};
  },
};

await main(async () => {
  const [name] = /** @type {[keyof typeof projects]} */ (process.argv.splice(2, 1));
  const environment = commands[name]();
  await setup({ for: "test" });
  if (name === "sites") await setup({ for: "sites" });
  if (name === "others") {
    await setup({ for: "others" });
    // onnxruntime-web.
    await installNpmPackages("tests/bench");
  }
  await buildPage();
  const { tests, code } = await runVitest([projects[name]], environment);
  console.log(`\n${sentence(tests)}`);
  if (code !== 0) process.exitCode = 1;
});
