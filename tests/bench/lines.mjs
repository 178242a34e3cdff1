// @ts-check
/** A program that answers every line with a line of JSON: contestants that are not JavaScript. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { toClose } from "./endings.mjs";

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Record<string, string>} [env]
 * @returns {(line: string) => Promise<any>} the answer to a line
 */
export function converse(command, args, env = {}) {
  const child = spawn(command, args, {
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  let complaints = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    complaints += text;
  });
  /** @type {{ resolve: (answer: any) => void, reject: (error: Error) => void }[]} */
  const waiting = [];
  createInterface({ input: child.stdout }).on("line", (line) => {
    const question = waiting.shift();
    try {
      question?.resolve(JSON.parse(line));
    } catch {
      question?.reject(new Error(`${command} answered "${line}".`));
    }
  });
  /** @param {Error} error */
  const fail = (error) => {
    for (const { reject } of waiting.splice(0)) reject(error);
  };
  child.on("error", fail);
  child.on("close", (code) =>
    fail(new Error(complaints.trim().split("\n").at(-1) || `${command} ended with ${code}.`)),
  );
  child.stdin.on("error", () => undefined);
  toClose(() => child.stdin.end());
  return (line) =>
    new Promise((resolve, reject) => {
      if (child.exitCode !== null) {
        reject(new Error(`${command} has ended. ${complaints}`));
        return;
      }
      waiting.push({ resolve, reject });
      child.stdin.write(`${line}\n`);
    });
}
