export const en = {
  question: "Question:",
  show: "Just show me",
  measuring: "measuring …",
  measured: `Measured: **{answer}**.`,
  chosen: `You chose: **{answer}**. Measured: the same.`,
  other: `You chose: **{answer}**. Measured: **{measured}**.`,
  pad: {
    label: "Draw your guess",
    draw: "Draw from left to right, or tap where the curve goes.",
    keys: "Keys: ← → choose a place, ↑ ↓ move the curve, Enter answers.",
    place: `{x}: {y}`,
    you: "you",
    chosen: "your choice",
    measured: "measured",
  },
  drew: `You drew **{guess}** at {x}, measured **{measured}**.`,
  drawn: `Measured at {x}: **{measured}**.`,
  keep: "Three sentences to keep",
  exercises: "Two exercises",
  answer: "Answer",
  misconceptions: "Often said, and not so",
  /** Between two sentences. */
  between: " ",
} as const;

export type QuestionText = typeof en;
