export const en = {
  heading: "As $d$ grows, scores spread and softmax locks",
  text: [
    `Softmax sees only distances, here $√d$. [-Undivided-], they grow until the highest score takes all; then the slope $y(1 − y)$, which lets a gradient back, is nearly 0.`,
  ],
  try: `drag $d$: [-undivided-], all moves; [+divided by $√d$+], nothing does.`,
  further: {
    title: "Both bells are exact",
    text: [
      `For keys of independent normal entries and a query of length $√d$, which is about the length of a query with entries of variance 1, the score $q·k$ is normal with standard deviation $√d$.`,
      `Three keys stand for all: one scores a standard deviation below the mean, one at the mean, one above it. At $d$ = 1 both sides are the same. Both curves are drawn equally high.`,
    ],
  },
  title: "Scores, softmax, slope",
  finding: `At $d$ = {dim} a typical score is [-±{before.deviation}-]: softmax gives the highest [-{before.weight}-], and its slope there is [-{before.slope}-]. [+Divided by {by}+] it is [+±{after.deviation}+]: weight [+{after.weight}+], slope [+{after.slope}+].`,
  typical: `{side}: typical score ±{deviation}`,
  axis: "score $q·k$",
  weights: "softmax of the three dots",
  slope: "slope $y(1 − y)$",
  scores: ["low", "middle", "high"],
  columns: ["score", "weight", "slope"],
  density: { title: "Densities of the scores", column: "density" },
} as const;
