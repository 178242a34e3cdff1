// @ts-check
/** The servers of Vite that run until Ctrl-C. */

/** This machine alone, at a port or the next that is free. @param {number} port */
export const localServer = (port) => ({ host: "localhost", port, strictPort: false, open: false });

/**
 * Prints the address, and ends with the server.
 * @param {import("vite").ViteDevServer | import("vite").PreviewServer} server
 */
export function announce(server) {
  console.log(`\nThe page is at ${server.resolvedUrls?.local[0]}\nCtrl-C ends the server.`);
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) {
    process.once(signal, () => server.close().finally(() => process.exit(0)));
  }
}
