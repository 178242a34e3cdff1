/** Runs dist/pieces/python/attention_scale.py in Debian's Python, with NumPy or as if there were none. */
import { spawnSync } from "node:child_process";
import { findNumPy } from "../web/tools/requirements.mjs";
import { inProject } from "../web/tools/run.mjs";

const START = `import json, sys
sys.dont_write_bytecode = True
sys.path.insert(0, "dist/pieces/python")
import attention_scale
from attention_scale import show
def told(view):
    return view._tensors
def problem(call):
    try:
        call()
    except Exception as error:
        return f"{type(error).__name__}: {error}"
`;

/**
 * The JSON that a program prints.
 * @param options of Python's; `-S` leaves NumPy and all else out that is no part of Python
 */
export function pythonModule(program: string, options: readonly string[] = []): unknown {
  const python = findNumPy() ?? "python3";
  const { stdout, stderr, status } = spawnSync(python, ["-W", "error", ...options, "-"], {
    cwd: inProject("."),
    input: `${START}${program}`,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    env: { ...process.env, PYTHONIOENCODING: "utf-8", OPENBLAS_NUM_THREADS: "1" },
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}
