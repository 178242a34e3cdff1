export const en = {
  heading: "Turned by position",
  text: [
    `Before $q·k$ this model turns queries and keys: coordinates $i$ and $i$ + 32 are a point in the plane, and it goes round by an angle that grows with the token’s position, quickly for the first $i$, slowly for the last (rotary positions, Su et al. 2021). So a score depends on both tokens and on how far apart they stand.`,
  ],
  further: {
    title: "Lengths stay, so does the divisor",
    text: [
      `A rotation keeps the length of every vector, and independent random entries are as random after it as before. The variance of $q·k$ is still $dₖ$ = 64, at every distance: $√dₖ$ = 8 remains the divisor.`,
      `Only the difference of both angles enters a score, so that moving the whole text changes nothing. At distance 0 that difference is 0.`,
      `In a trained head queries and keys are not independent: it has learnt to use the angles, and its scores spread otherwise with the rotation than without it. The dots without it are no other model; they show what the rotation adds to this one.`,
    ],
  },
  question: {
    ask: `Queries and keys of independent entries of variance 1 are turned by their positions. What happens to the standard deviation of $q·k$, $√64$ = 8?`,
    answers: ["it grows with the distance", "it stays 8", "it shrinks with the distance"],
    why: `A rotation keeps lengths, and a random vector that is turned is as random as before: nothing new to divide by.`,
  },
  try: `choose head 1 of layer 5: the rotation pulls the scores of far tokens far below those of the last few.`,
  fold: "Scores of a head, turned and not turned",
  settings: "Another layer, another query",
  word: "Query of",
  title: `Scores of the query “{token}”`,
  beside: `layer {layer}, head {head}, not yet divided`,
  alt: "Scores of one query against the distance of the key, without the rotation and with it.",
  distance: "distance of the key, in tokens",
  plain: "without the rotation",
  rotated: "with the rotation",
  corner: "distance and key",
  note: "A pair of dots for each key, joined by a line. The farthest key is the first token of the text.",
  finding: `At distance 0 both are turned alike, and the score is {own} without the rotation and with it. Over all pairs of this head the standard deviation of $q·k$ is {plain} without it and **{rotated}** with it.`,
  missing:
    "Recorded only for the heads of layer 5 and the token that was chosen at first. To see all others, load the model and ask it.",
} as const;
