// @ts-check
/** `npm run build`: leaves dist/ complete. */

import { tellOfTag } from "./docs.mjs";
import { buildPage } from "./page.mjs";
import { main } from "./run.mjs";
import { setup } from "./setup.mjs";

await main(async () => {
  await setup({ for: "build" });
  await buildPage();
  tellOfTag();
});
