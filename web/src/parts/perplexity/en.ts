import { rich } from "../../text/rich.js";

export const en = {
  heading: "The exponent and the perplexity",
  text: [rich``],
  try: rich`Measure a text of your own.`,
};
