import { rich } from "../../text/rich.js";

export const en = {
  heading: "Ask a trained model",
  text: [rich``],
  try: rich`Load the model and ask it something.`,
};
