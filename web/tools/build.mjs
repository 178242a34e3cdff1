// @ts-check
/** `npm run build`: leaves dist/ complete. */
import { buildEngine } from "./engine.mjs";
import { buildPage } from "./page.mjs";
import { tellOfReadme } from "./readme.mjs";
import { main } from "./run.mjs";
import { setup } from "./setup.mjs";

await main(async () => {
  await setup({ for: "build" });
  await buildEngine();
  await buildPage();
  tellOfReadme();
});
