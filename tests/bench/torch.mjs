// @ts-check
/**
 * PyTorch with either BLAS of Debian: the plain one, which is installed with it, and OpenBLAS,
 * which `npm run bench` adds.
 */
import { dirname } from "node:path";
import { findLibrary, findNumPy } from "../../web/tools/requirements.mjs";
import { inProject } from "../../web/tools/run.mjs";
import { converse } from "./lines.mjs";

export const PLAIN = "PyTorch, plain BLAS";

/** Folders of the libraries, by the name in the tables; goals are held to the first. */
export const TORCH = Object.freeze({ [PLAIN]: "blas", "PyTorch, OpenBLAS": "openblas-pthread" });

/** @param {string} script @param {string} variant one of the folders of TORCH */
export function torch(script, variant) {
  const library = findLibrary(`${variant}/libblas.so.3`);
  if (library === undefined) throw new Error(`There is no ${variant}/libblas.so.3.`);
  return converse(findNumPy() ?? "python3", [inProject("tests/bench/python", `${script}.py`)], {
    LD_LIBRARY_PATH: dirname(library),
  });
}

/** One program a BLAS, by the names of TORCH. @param {string} script */
export const torchPrograms = (script) =>
  Object.entries(TORCH).map(([name, variant]) => ({ name, ask: torch(script, variant) }));

/** The relative difference that losses in single precision may have. */
export const ALLOWED = 1e-4;

/**
 * The programs as contestants at a problem of training, once their losses agree with ours.
 * @param {ReturnType<typeof torchPrograms>} programs
 * @param {string} problem
 * @param {ArrayLike<number>} ours losses
 */
export async function trainers(programs, problem, ours) {
  for (const { name, ask } of programs) {
    /** @type {number[]} */
    const losses = await ask(`problem ${problem}`);
    const off = Math.max(...losses.map((loss, step) => Math.abs(loss - (ours[step] ?? 0)) / loss));
    if (!(off <= ALLOWED)) {
      throw new Error(`${problem}: the losses of ${name} are ${off} away from ours.`);
    }
  }
  return programs.map(({ name, ask }) => ({
    name,
    sample: (/** @type {number} */ calls) => ask(`sample ${calls}`),
  }));
}
