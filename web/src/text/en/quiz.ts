export const en = {
  counted: { ten: "questions" },
  heading: "Do you know it by heart?",
  text: [
    `Ten questions on what published models multiply $q·k$ by, drawn from 34 that are easily answered wrongly. The right answers are those of the code, as in the table of models. Whoever always says $1/√dₖ$ answers the same ten.`,
  ],
  try: "answer from memory, then follow the link to the model that surprised you most.",
  seed: "Draw",
  draw: "Ten other questions",
  numbered: "Question {number} of {count}",
  ask: {
    divides: "Does **{name}** divide $q·k$ at all before softmax?",
    root: "**{name}** has heads of {head}. Does it divide $q·k$ by their root, {root}, and by nothing else?",
    linear:
      "**{name}** has heads of {head}. Does it divide $q·k$ by {head} itself, not by the root?",
  },
  short: {
    divides: "divides",
    root: "by $√dₖ$ alone",
    linear: "by $dₖ$",
  },
  yes: "Yes",
  no: "No",
  none: "–",
  right: "Right: {right}.",
  wrong: "Wrong: the answer is {right}.",
  fact: {
    undivided: "{name} multiplies by 1: with heads of {head} nothing is divided.",
    root: "{name} multiplies by {factor} = {value}, with heads of {head}.",
    other:
      "{name} multiplies by {factor} = {value}, which is {times} times $1/√dₖ$ of its heads of {head}.",
  },
  defaults: "(The sizes are defaults of its code.)",
  card: "{name}: all about it",
  next: "Next question",
  toScore: "The score",
  score: "You: **{reader}** of {count}. Whoever always says $1/√dₖ$: **{guesser}** of {count}.",
  better: "You know more than the formula.",
  notBetter: "The formula alone does as well, or better.",
  marks: { right: "✓", wrong: "✗" },
  table: {
    caption: "The ten answers",
    columns: ["model", "question", "right", "you", "$1/√dₖ$"],
  },
  ten: {
    fold: "The answers in one picture",
    title: "The models of the ten questions",
    alt: "The models below each other, with a dot at the factor times the root of the width of a head.",
    axis: "factor × $√dₖ$",
    legend: { root: "$1/√dₖ$", other: "another factor" },
    corner: "model",
    columns: ["factor × $√dₖ$", "yes is right", "$1/√dₖ$ says yes"],
  },
} as const;
