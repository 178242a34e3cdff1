// @ts-check
/**
 * `npm run build`: leaves dist/ complete. `--address https://example.org/attention-scale/` says where
 * the page will be, for the pictures that its links show.
 */

import { tellOfTag } from "./docs.mjs";
import { addressOption } from "./options.mjs";
import { buildPage } from "./page.mjs";
import { main } from "./run.mjs";
import { setup } from "./setup.mjs";

await main(async () => {
  const address = addressOption();
  // Read by web/tools/vite-plugins.ts, to which Vite passes no options.
  if (address !== undefined) process.env.PAGE_ADDRESS = address;
  await setup({ for: "build" });
  await buildPage();
  tellOfTag();
});
