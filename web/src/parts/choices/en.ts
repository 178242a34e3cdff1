import { rich } from "../../text/rich.js";

export const en = {
  counted: { draws: "draws" },
  heading: "Which one",
  text: [
    rich`In 2017 the answer was √d_k. Models of today also divide by something else, normalise queries and keys, cap the scores, or multiply by ln n.`,
  ],
  try: rich`make W^Q and W^K larger.`,
};
