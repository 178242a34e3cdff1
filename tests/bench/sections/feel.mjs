// @ts-check
/** Loading, dragging and the page at rest, measured in Chromium. */
import { loading } from "../feel/loading.mjs";
import { moving } from "../feel/moving.mjs";
import { resting } from "../feel/resting.mjs";

/** @type {import("../run.mjs").Section} */
export async function feel({ pace, report }) {
  await loading(pace, report);
  await moving(pace, report);
  await resting(pace, report);
}
