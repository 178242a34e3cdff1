// @ts-check
/** Modules of the page, run here as the build would write them. */
import { inProject } from "./run.mjs";

/**
 * @param {string} file a TypeScript module, relative to the project
 * @returns {Promise<unknown>} what it exports
 */
export async function sourceModule(file) {
  // Imported here, since node_modules need not exist yet when this file is loaded.
  const { runnerImport } = await import("vite");
  const { module } = await runnerImport(inProject(file), {
    configFile: false,
    root: inProject("web"),
  });
  return module;
}
