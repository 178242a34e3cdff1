import { rich, strong } from "../rich.js";

export const en = {
  question: "Question:",
  show: "Just show me",
  measuring: "measuring …",
  measured: (answer: string) => rich`Measured: ${strong(answer)}.`,
  chosen: (answer: string) => rich`You chose: ${strong(answer)}. Measured: the same.`,
  other: (answer: string, measured: string) =>
    rich`You chose: ${strong(answer)}. Measured: ${strong(measured)}.`,
  pad: {
    label: "Draw your guess",
    draw: "Draw from left to right, or tap where the curve goes.",
    keys: "Keys: ← → choose a place, ↑ ↓ move the curve, Enter answers.",
    place: (x: string, y: string) => `${x}: ${y}`,
    you: "you",
    chosen: "your choice",
    measured: "measured",
  },
  drew: (x: string, guess: string, measured: string) =>
    rich`You drew ${strong(guess)} at ${x}, measured ${strong(measured)}.`,
  drawn: (x: string, measured: string) => rich`Measured at ${x}: ${strong(measured)}.`,
  keep: "Three sentences to keep",
  exercises: "Two exercises",
  answer: "Answer",
  misconceptions: "Often said, and not so",
  /** Between two sentences. */
  between: " ",
};

export type QuestionText = typeof en;
