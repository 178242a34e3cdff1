export const en = {
  counted: { followed: "sentence" },
  heading: "In your library",
  text: [
    `Ten rows of input went through the attention of real libraries; each cell below was run. They agree on the factor, and differ at the edges: in a row whose keys are all masked, with fewer queries than keys, in the order of cap and mask.`,
  ],
  try: "tap a row of the table, and choose in what it is followed on your words.",
  fold: "The table, and a rule on your words",
} as const;
