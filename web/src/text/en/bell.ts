export const en = {
  heading: "As $d$ grows, scores spread and softmax locks",
  text: [
    `Both bells are exact. For keys of independent normal entries and a query of length $√d$, which is about the length of a query with entries of variance 1, the score $q·k$ is normal with standard deviation $√d$.`,
    `Three keys stand for all: one scores a standard deviation below the mean, one at the mean, one above it. Softmax sees only the distances, here $√d$. [-Without the division-] they grow until the highest score takes everything. Then $y(1 − y)$, the slope that lets a gradient back through, is nearly 0.`,
  ],
  try: `drag $d$ from 1 to 1024. [-Without the division-] everything moves; [+with it+] nothing does, as long as the exponent is ½. At $d$ = 1 both are the same.`,
  title: "Scores, softmax, slope",
  finding: `At $d$ = {dim} a typical score is [-±{before.deviation}-]: softmax gives the highest [-{before.weight}-], and its slope there is [-{before.slope}-]. [+Divided by {by}+] it is [+±{after.deviation}+]: weight [+{after.weight}+], slope [+{after.slope}+].`,
  typical: `{side}: typical score ±{deviation}`,
  axis: "score $q·k$",
  weights: "softmax of the three dots",
  slope: "slope $y(1 − y)$",
  scores: ["low", "middle", "high"],
  note: "both curves drawn equally high",
  columns: ["score", "weight", "slope"],
  density: { title: "Densities of the scores", column: "density" },
} as const;
