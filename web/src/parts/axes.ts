/** Axes that several reasons share. */
import type { Axis } from "../draw/chart.js";

/** d, by octaves. */
const DIM_TICKS = [1, 4, 16, 64, 256, 1024];
export const dimAxis = (label: string): Axis => ({
  kind: "log",
  domain: [0.85, 1200],
  ticks: DIM_TICKS,
  label,
});
