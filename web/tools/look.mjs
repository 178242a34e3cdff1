// @ts-check
/** `npm run test:look`: looks at the built page under every combination of conditions, not only a pairwise choice of them. */
import { rmSync } from "node:fs";
import { buildEngine } from "./engine.mjs";
import { buildPage } from "./page.mjs";
import { countVitest, sentence, sum } from "./reports.mjs";
import { findChromium } from "./requirements.mjs";
import { attempt, inProject, main } from "./run.mjs";
import { setup } from "./setup.mjs";

const folder = "tests/browser";
const report = inProject("build", "reports", "look.json");

await main(async () => {
  await setup({ for: "test" });
  await buildEngine().then(buildPage);
  // What an earlier run left behind must not pass for this one's report.
  rmSync(report, { force: true });
  const { code } = await attempt(
    process.execPath,
    [
      ...["node_modules/vitest/vitest.mjs", "run", "--config", "web/vitest.config.ts"],
      ...["--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
      `${folder}/look.test.ts`,
    ],
    { env: { CHROMIUM_PATH: findChromium() ?? "", LOOK: "all" } },
  );
  console.log(`\n${sentence(sum(countVitest(report, [folder])))}`);
  if (code !== 0) process.exitCode = 1;
});
