// @ts-check
/** Loading, dragging, the page at rest, training and the trained model, measured in Chromium. */
import { answering } from "../feel/answering.mjs";
import { loading } from "../feel/loading.mjs";
import { moving } from "../feel/moving.mjs";
import { resting } from "../feel/resting.mjs";
import { training } from "../feel/training.mjs";

/** @type {import("../run.mjs").Section} */
export async function section(context) {
  for (const measure of [loading, moving, resting, training, answering]) await measure(context);
}
