/** Modules without a file. */
import type { Plugin } from "vite";

/** A module without a file, made from `files`, which are watched for changes. */
export function virtual(
  name: string,
  files: string[],
  make: () => Promise<string> | string,
): Plugin {
  const id = `\0${name}`;
  return {
    name,
    resolveId: (source) => (source === name ? id : undefined),
    async load(loaded) {
      if (loaded !== id) return undefined;
      for (const file of files) this.addWatchFile(file);
      return `export default ${await make()};`;
    },
  };
}
