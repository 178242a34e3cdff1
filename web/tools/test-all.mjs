// @ts-check
/**
 * `npm run test:all`: every case of every suite, what other programs make, what libraries do, and
 * what the texts say about long trainings.
 */
import { main, run } from "./run.mjs";

await main(async () => {
  await run("npm", ["test"], { env: { TESTS: "all" } });
  await run("npm", ["run", "test:others"]);
  await run("npm", ["run", "test:libraries"]);
  await run("npm", ["run", "test:claims"]);
});
