// @ts-check
/** Loading, dragging, the page at rest and training, measured in Chromium. */
import { loading } from "../feel/loading.mjs";
import { moving } from "../feel/moving.mjs";
import { resting } from "../feel/resting.mjs";
import { training } from "../feel/training.mjs";

/** @type {import("../run.mjs").Section} */
export async function section(context) {
  for (const measure of [loading, moving, resting, training]) await measure(context);
}
