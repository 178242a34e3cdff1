import { rich } from "../../text/rich.js";

export const en = {
  heading: "Train it here",
  text: [
    rich`Two models with the same parameters at the start see the same examples in the same order. One divides its scores by √dₖ, the other does not, and nothing else differs.`,
  ],
  try: rich`press Train.`,
};
