// @ts-check
/** What every Chromium of the tests and benchmarks is started with: it draws, and asks no host. */
export const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
