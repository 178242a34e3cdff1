// @ts-check
/** Reads the arguments that were typed after `--`. */
import util from "node:util";
import { Failure } from "./run.mjs";

/**
 * @template {import("node:util").ParseArgsConfig["options"] & {}} Options
 * @param {Options} options
 * @param {readonly string[]} [args]
 */
export function commandOptions(options, args = process.argv.slice(2)) {
  try {
    return util.parseArgs({ args: [...args], options }).values;
  } catch (error) {
    const known = Object.keys(options).map((name) => `--${name}`);
    const reason = error instanceof Error ? error.message.replace(/\. To specify.*/s, ".") : error;
    throw new Failure(`${reason}\nKnown: ${known.join(", ")}.`);
  }
}

/**
 * Reads names in place of options, such as `wasm web`.
 * @param {readonly string[]} known
 * @returns {string[]} none where none was typed
 * @throws {Failure} with the list of names where one is unknown
 */
export function commandNames(known) {
  const names = process.argv.slice(2);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new Failure(`Unknown: ${unknown.join(", ")}. Known: ${known.join(", ")}.`);
  }
  return names;
}

/**
 * @param {number} standard
 * @returns {number} the port of `--port 5000`, or the standard one
 */
export function portOption(standard) {
  const { port } = commandOptions({ port: { type: "string" } });
  const number = port === undefined ? standard : Number(port);
  if (!Number.isInteger(number) || number < 1 || number > 65535) {
    throw new Failure(`--port takes a whole number from 1 to 65535, not "${port}".`);
  }
  return number;
}

/**
 * @param {readonly string[]} [args]
 * @returns {string | undefined} the address of `--address https://example.org/page/`, with a slash
 *   at its end
 */
export function addressOption(args) {
  const options = /** @type {const} */ ({ address: { type: "string" } });
  const { address } = /** @type {{ address?: string }} */ (commandOptions(options, args));
  if (address === undefined) return undefined;
  if (!/^https?:\/\/[^\s?#]+$/.test(address) || !URL.canParse(address)) {
    throw new Failure(
      `--address takes the whole address of a folder, as https://example.org/attention-scale/, not "${address}".`,
    );
  }
  return address.replace(/\/*$/, "/");
}
