// @ts-check
/** `npm start [-- --port 5000]`: builds what has changed, serves dist/, prints the address. */
import { portOption } from "./options.mjs";
import { buildPage } from "./page.mjs";
import { inProject, main } from "./run.mjs";
import { announce, localServer } from "./server.mjs";
import { setup } from "./setup.mjs";

await main(async () => {
  const port = portOption(4173);
  await setup({ for: "build" });
  await buildPage();

  const { preview } = await import("vite");
  const server = await preview({
    configFile: false,
    root: inProject(),
    build: { outDir: "dist" },
    preview: localServer(port),
  });
  announce(server);
});
