// @ts-check
/** `npm start [-- --port 5000]`: builds what has changed, serves dist/, prints the address. */
import { buildEngine } from "./engine.mjs";
import { portOption } from "./options.mjs";
import { buildPage } from "./page.mjs";
import { inProject, main } from "./run.mjs";
import { setup } from "./setup.mjs";

await main(async () => {
  const port = portOption(4173);
  await setup({ for: "build" });
  await buildEngine();
  await buildPage();

  const { preview } = await import("vite");
  const server = await preview({
    configFile: false,
    root: inProject(),
    build: { outDir: "dist" },
    preview: { host: "localhost", port, strictPort: false, open: false },
  });
  console.log(`\nThe page is at ${server.resolvedUrls?.local[0]}\nCtrl-C ends the server.`);
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) {
    process.once(signal, () => server.close().finally(() => process.exit(0)));
  }
});
