// @ts-check
/**
 * Ends the process with a sentence where Node is too old. `node -r` loads this file before a tool,
 * which an old Node cannot parse; so this one keeps to the syntax of ECMAScript 2015.
 */
"use strict";

/** Vite's own demand, which package.json repeats as "engines". @param {string} version */
function isEnough(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);
}
exports.isEnough = isEnough;

if (!isEnough(process.versions.node)) {
  console.error(
    `\nThis is Node ${process.versions.node} (${process.execPath}); the project needs 20.19 or newer of ` +
      "Node 20, or 22.12 or newer. See https://nodejs.org/en/download.",
  );
  process.exit(1);
}
