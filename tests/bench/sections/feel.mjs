// @ts-check
/** Loading, dragging, the page at rest and training, measured in Chromium. */
import { loading } from "../feel/loading.mjs";
import { moving } from "../feel/moving.mjs";
import { resting } from "../feel/resting.mjs";
import { training } from "../feel/training.mjs";

/** @type {import("../run.mjs").Section} */
export async function feel({ pace, report }) {
  await loading(pace, report);
  await moving(pace, report);
  await resting(pace, report);
  await training(pace, report);
}
