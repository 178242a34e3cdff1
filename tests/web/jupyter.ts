/** Runs notebooks as Jupyter does, and programs beside them. */
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { expect } from "vitest";
import { findNumPy } from "../../web/tools/requirements.mjs";
import { inProject } from "../../web/tools/run.mjs";

export function pythonWith(
  args: readonly string[],
  input: string,
  more: Readonly<Record<string, string>> = {},
) {
  return spawnSync(findNumPy() ?? "python3", args, {
    input,
    encoding: "utf8",
    // The program of the trained model reads its files from the folder it runs in.
    cwd: inProject("dist"),
    maxBuffer: 2 ** 28,
    // Threads that wait for each other in a loop slow down whatever else the tests run.
    env: { ...process.env, OPENBLAS_NUM_THREADS: "1", PYTHONIOENCODING: "utf-8", ...more },
  });
}

/** What a notebook printed, and how many plots it made. */
export interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  readonly plots: number;
}

/** @param name the folder in build/notebooks in which PNGs of the plots are left */
export function runNotebook(name: string, notebook: string): Ran {
  const plots = inProject(`build/notebooks/${name}`);
  mkdirSync(plots, { recursive: true });
  const runner = [inProject("tests/web/run_notebooks.py"), plots];
  const { stdout, stderr, status } = pythonWith(runner, JSON.stringify([notebook]), {
    IPYTHONDIR: `${plots}/ipython`,
  });
  expect([status, status === 0 ? "" : stderr]).toEqual([0, ""]);
  const [ran] = JSON.parse(stdout);
  return ran;
}
