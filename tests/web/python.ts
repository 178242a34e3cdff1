/** Runs Python with NumPy. */
import { spawnSync } from "node:child_process";
import { expect } from "vitest";
import { findNumPy } from "../../web/tools/requirements.mjs";

/** The output of a Python program; a warning of NumPy's fails as an error does. */
export function python(program: string): string {
  const { stdout, stderr, status } = spawnSync(findNumPy() ?? "python3", ["-W", "error", "-"], {
    input: program,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    // Threads that wait for each other in a loop slow down whatever else the tests run.
    env: { ...process.env, PYTHONIOENCODING: "utf-8", OPENBLAS_NUM_THREADS: "1" },
  });
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  return stdout;
}
