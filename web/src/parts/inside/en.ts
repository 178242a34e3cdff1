import { rich } from "../../text/rich.js";

export const en = {
  heading: "Inside its heads",
  text: [rich``],
  try: rich`Click a head to see it large.`,
};
