// @ts-check
/**
 * `npm run dev [-- --port 5000]`: serves the sources; a change in web/ or cpp/ reloads the page.
 */
import { existsSync } from "node:fs";
import { buildEngine } from "./engine.mjs";
import { portOption } from "./options.mjs";
import { buildStill } from "./page.mjs";
import { inProject, main } from "./run.mjs";
import { announce, localServer } from "./server.mjs";
import { setup } from "./setup.mjs";

/** An editor's "save all" is one change. */
const settleMilliseconds = 100;

/**
 * Runs `task` after calls of the returned function, one run at a time.
 * @param {() => Promise<void>} task
 */
function afterChanges(task) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  let latest = Promise.resolve();
  return () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      latest = latest.then(task);
    }, settleMilliseconds);
  };
}

/**
 * A mistake in the C++ code is shown, and the last good engine stays.
 * @returns {Promise<boolean>}
 */
async function tryEngine() {
  try {
    await buildEngine();
    // The page's HTML is filled with the still pictures; while developing, those of any age will
    // do.
    if (!existsSync(inProject("build/still"))) await buildStill();
    return true;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.error("Waiting for the next change in cpp/.");
    return false;
  }
}

await main(async () => {
  const port = portOption(5173);
  await setup({ for: "build" });
  await tryEngine();

  const { createServer } = await import("vite");
  const server = await createServer({
    configFile: inProject("web/vite.config.ts"),
    mode: "hosted",
    server: localServer(port),
  });
  await server.listen();
  announce(server);

  const rebuild = afterChanges(async () => {
    if (!(await tryEngine())) return;
    server.moduleGraph.invalidateAll();
    server.ws.send({ type: "full-reload" });
  });
  const sources = inProject("cpp");
  server.watcher.add(sources);
  server.watcher.on("all", (_event, file) => {
    if (file.startsWith(sources)) rebuild();
  });
});
