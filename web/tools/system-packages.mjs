// @ts-check
/** Installs system packages where that is possible, and otherwise says what to type. */
import { createInterface } from "node:readline";
import { attempt, Failure, findProgram } from "./run.mjs";

/** @typedef {import("./requirements.mjs").Requirement} Requirement */

/** @param {readonly Requirement[]} missing */
const reasons = (missing) => missing.map(({ debian, why }) => `  ${debian}: ${why}`).join("\n");

/**
 * What a command that needs root has to do first: nothing, ask the person at the terminal, or, where
 * nobody could answer or type a password, find out whether sudo asks for one.
 * @typedef {"nothing" | "ask" | "try without a password" | "give up"} WayToRoot
 *
 * @param {object} here
 * @param {boolean} here.isRoot
 * @param {boolean} here.hasSudo
 * @param {boolean} here.atTerminal whether a person reads what is printed and can answer
 * @returns {WayToRoot}
 */
export function wayToRoot({ isRoot, hasSudo, atTerminal }) {
  if (isRoot) return "nothing";
  if (!hasSudo) return "give up";
  return atTerminal ? "ask" : "try without a password";
}

/**
 * Whether the answer to a question that ends in [Y/n] is yes.
 * @param {string | undefined} answer undefined where the input ended without one
 */
export function isYes(answer) {
  return answer !== undefined && /^(y|yes)?$/i.test(answer.trim());
}

/**
 * @param {string} question
 * @returns {Promise<string | undefined>} undefined after Ctrl-C or Ctrl-D
 */
function answerTo(question) {
  return new Promise((resolve) => {
    const terminal = createInterface({ input: process.stdin, output: process.stdout });
    terminal.on("close", () => resolve(undefined));
    terminal.question(question, (answer) => {
      resolve(answer);
      terminal.close();
    });
  });
}

/**
 * Calls sudo only after a person has agreed, or where there is none to ask.
 * @returns {Promise<string[] | undefined>} what comes before a command to run it as root
 */
async function rootPrefix() {
  const way = wayToRoot({
    isRoot: process.getuid?.() === 0,
    hasSudo: findProgram("sudo") !== undefined,
    atTerminal: process.stdin.isTTY === true && process.stdout.isTTY === true,
  });
  switch (way) {
    case "nothing":
      return [];
    case "ask":
      return isYes(await answerTo("Install these with sudo? [Y/n] ")) ? ["sudo"] : undefined;
    case "try without a password": {
      const { code } = await attempt("sudo", ["-n", "true"], { quiet: true });
      return code === 0 ? ["sudo", "-n"] : undefined;
    }
    case "give up":
      return undefined;
  }
}

/**
 * @param {readonly string[]} prefix from rootPrefix
 * @param {readonly string[]} args
 * @returns {Promise<boolean>} whether it succeeded
 */
async function aptGet(prefix, args) {
  // `env`, since sudo passes no variable on. Another installation may be under way (unattended
  // upgrades): wait for its lock, five minutes at most.
  const options = ["-qq", "-o", "Dpkg::Use-Pty=0", "-o", "DPkg::Lock::Timeout=300"];
  const apt = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", ...options, ...args];
  const [program = "", ...rest] = [...prefix, ...apt];
  return (await attempt(program, rest)).code === 0;
}

/**
 * The name that this release has for a package: the usual one, unless it knows only the other.
 * @param {Requirement} requirement
 */
async function nameHere({ debian, renamed }) {
  if (renamed === undefined) return debian;
  const { output } = await attempt("apt-cache", ["policy", debian], { quiet: true });
  return /^ *Candidate: (?!\(none\))/m.test(output) ? debian : renamed;
}

/**
 * @param {readonly Requirement[]} missing
 * @returns {Promise<void>} once they are there; where it cannot install, it fails with the command
 */
export async function installSystemPackages(missing) {
  if (missing.length === 0) return;
  if (!findProgram("apt-get")) {
    throw new Failure(
      `Missing on this system (listed by their Debian names):\n${reasons(missing)}\n` +
        "Please install them in your system's own way, then run the same command again.",
    );
  }

  const install = ["install", "-y", "--no-install-recommends"];
  const namesHere = () => Promise.all(missing.map(nameHere));
  console.log(`Missing system packages:\n${reasons(missing)}`);
  const prefix = await rootPrefix();
  if (!prefix) {
    const names = await namesHere();
    throw new Failure(
      "Installing them needs root. Please type\n\n" +
        `  sudo apt-get update && sudo apt-get ${[...install, ...names].join(" ")}\n\n` +
        "then run the same command again.",
    );
  }

  console.log("Installing them.");
  // One list that cannot be updated need not matter: the install decides.
  await aptGet(prefix, ["update"]);
  if (!(await aptGet(prefix, [...install, ...(await namesHere())]))) {
    throw new Failure("apt-get could not install them; its reason stands above.");
  }
  const stillMissing = missing.filter(({ find }) => !find());
  if (stillMissing.length > 0) {
    throw new Failure(
      `Installed, and still not found where expected:\n${reasons(stillMissing)}\n` +
        "Has the package moved its files? The places looked at are in web/tools/requirements.mjs.",
    );
  }
}
