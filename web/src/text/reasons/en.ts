import { superscript } from "../../ui/numbers.js";
import { math, rich, scaled, strong, unscaled } from "../rich.js";

export const en = {
  progress: {
    running: (done: string, total: string) => `${done} of ${total} so far`,
    stopped: (done: string, total: string) =>
      `stopped at ${done} of ${total}: the picture is of these`,
    waiting: "begins when it is in sight",
    missing: "Not computed when this was printed. Download, then Print, computes all.",
    starting: "drawing …",
    done: (total: string) => `all ${total} done`,
    failed: (reason: string) => `This could not be computed: ${reason}`,
    stop: "Stop",
    goOn: "Continue",
    what: {
      scores: "queries",
      spread: "experiments",
      draws: "draws",
      map: "draws",
      growth: "draws",
      sentence: "sentences",
      places: "places",
    },
  },
  problems: {
    whole: (least: number, most: number) => `It must be a whole number from ${least} to ${most}.`,
    decimal: (least: number, most: number) => `It must be a number from ${least} to ${most}.`,
    list: (least: number, most: number, limit: number) =>
      `Type ${least} to ${most} numbers from −${limit} to ${limit}, with commas or spaces between.`,
  },
  legend: {
    unscaled: "without the division",
    scaledBy: (exponent: number) =>
      exponent === 0.5 ? "divided by √d" : `divided by d${superscript(exponent)}`,
    sentence: "your sentence",
  },
  tryThis: "Try this:",

  variance: {
    heading: "The scores spread as √d",
    text: [
      rich`A score is a sum of ${math("d")} products. For independent entries with mean 0 and variance ${math("sigma2")} the whole derivation takes three lines.`,
      rich`The law of the entries does not enter, only their variance. So the experiment: from one random stream as many queries and keys as you like, and all their scores.`,
    ],
    try: rich`choose ±σ, entries that know only two values, and the same bell appears. Then set σ to 2: the scores spread four times as far, for σ enters as ${math("sigma2")}.`,
    controls: {
      samples: "Samples",
      sampledim: "d of the samples",
      sampleseed: "Seed of the samples",
      sigma: "σ of the entries",
      law: "Law of the entries",
      laws: { normal: "normal", uniform: "uniform", sign: "±σ" },
    },
    numbers: {
      title: "What the experiment prints",
      corner: "quantity",
      value: "value",
      rows: [
        "mean of the query’s entries",
        "standard deviation of the query’s entries",
        "mean of the key’s entries",
        "standard deviation of the key’s entries",
        "mean of the scaled scores",
        "standard deviation of the scaled scores",
      ],
      default:
        "The six numbers NumPy prints for seed 0, to twelve digits; standard deviations with ddof 1.",
      exact:
        "The moments of all scores are exact although no score is computed: Σ q·k = (Σq)·(Σk), and Σ(q·k)² = ⟨QᵀQ, KKᵀ⟩, with a key in each column of K.",
      streamed: (count: string, mean: string, std: string) =>
        `Streamed so far in single precision: ${count} scaled scores, mean ${mean}, standard deviation ${std}.`,
      share:
        "The scores share queries and keys, so they are not independent: at 10,000 samples and d = 100 their standard deviation moves by about 10⁻³ from seed to seed, not by the 7·10⁻⁵ of independent numbers.",
    },
    histogram: {
      title: (count: string) => `All ${count} scores on one axis`,
      x: "score",
      y: "density",
      label: (count: string) =>
        `Histogram of ${count} scores, without the division wide, with it narrow, each under its normal curve`,
      columns: ["from", "to", "scaled: from", "scaled: to", "count"],
      sentence: (dim: number) =>
        `black strokes: the scores of your sentence, undivided, at d = ${dim}`,
      small: "A single product is no bell yet, but its variance is already right.",
    },
    entries: {
      title: (count: number) => `The first ${count} entries of the query`,
      x: "entry",
      label:
        "Entries of the query as points on a line under the normal curve of their measured mean and deviation",
      note: (mean: string, std: string) =>
        `normal curve of the measured mean ${mean} and deviation ${std} of all its entries`,
    },
    spread: {
      title: "Standard deviation of q·k against d",
      ratio: "the same, divided by √d σ²",
      ratioLabel:
        "Measured standard deviation divided by √d σ², with how far experiments lie apart",
      x: "d",
      y: "standard deviation",
      label:
        "Standard deviation of scores against d, on logarithmic axes: without the division along √d, with it level",
      note: (repeats: number, samples: number) =>
        `points: mean of ${repeats} experiments of ${samples} queries and ${samples} keys; bars: how far such experiments lie apart (one standard deviation)`,
      columns: [
        "without: mean",
        "without: ± between experiments",
        "with: mean",
        "with: ± between experiments",
        "√d σ²",
      ],
    },
    rows: {
      title: "Which variance does softmax see?",
      text: rich`A matrix has no single variance: one can take it over all entries, within each row, or within each column. ${strong("Softmax works on one row at a time")}, so the variance within the row is the one it sees. Here are those of your sentence’s QKᵀ.`,
      x: "variance of the scores (ddof 0)",
      label: "Variance of the sentence’s scores over all entries, within rows and within columns",
      all: "over all entries",
      row: "by row",
      column: "by column",
      columns: ["variance", "after the division"],
      corner: "entries",
      allRow: "all",
      ofRow: (word: string) => `row ${word}`,
      ofColumn: (word: string) => `column ${word}`,
      single: "With one word a row holds one score, and its variance is 0.",
    },
  },

  logits: {
    source: "Logits",
    sources: { ladder: "(a, a, 2a, 4a)", typed: "typed", word: "a row of the sentence" },
    a: "a",
    typed: "Logits, typed",
    word: "Row of",
    factor: "Times",
    shift: "Plus",
    play: "Play",
    pause: "Pause",
  },

  saturation: {
    heading: "Softmax saturates",
    text: [
      rich`Softmax sees only differences, and sees them exponentially. Adding a constant to all logits changes nothing; multiplying them by ${math("c")} raises every ratio of weights to the power ${math("c")}. Where logits lie close together the weights are alike, where they lie far apart one takes all, and scores that spread as √d lie far apart.`,
    ],
    try: rich`move a from 0 to 20 and watch the last bar. Then add 50 to all logits: nothing moves. Then press Play, which does nothing but multiply.`,
    bars: {
      logits: "logits x",
      weights: "softmax(x)",
      label: (weights: string) => `The logits and their softmax as bars: ${weights}`,
      columns: ["logit", "weight"],
      corner: "entry",
    },
    curve: {
      title: "Entropy and largest weight while the scale grows",
      x: "standard deviation of the logits",
      entropy: "Entropy falls",
      peak: "One weight takes all",
      entropyAxis: "entropy ÷ ln n",
      peakAxis: "largest weight",
      entropyLabel:
        "Entropy of softmax against the standard deviation of the logits; the rows of the sentence marked",
      peakLabel:
        "Largest weight against the standard deviation of the logits; the rows of the sentence marked",
      dots: (count: number) => `rings: the rows of your sentence, n = ${count}`,
      columns: ["standard deviation", "entropy", "largest weight"],
      corner: "times",
    },
  },

  jacobian: {
    heading: "The Jacobian dies",
    text: [
      rich`What reaches the logits on the way back has gone through the Jacobian of softmax. It is symmetric and its rows sum to 0. A diagonal entry is at most ¼, where its weight is ½; one off the diagonal is at most ¼ in size, where two weights are ½ each; and there the spectral norm has its largest value too, ½.`,
      rich`Where one weight is nearly 1 all others are nearly 0, and so is every product of two different weights: the matrix vanishes.`,
    ],
    try: rich`set a to 0, to 0.45, to 5. The spectral norm rises before it falls: at a = 0 all weights are ¼, and on its way to 1 the last one passes ½, where y(1 − y) is largest.`,
    maps: {
      unscaled: "without the division",
      scaled: (divisor: string) => `divided by ${divisor}`,
      label: (name: string, n: number) => `Jacobian of softmax, ${name}, ${n} by ${n}`,
      table: (name: string) => `Jacobian, ${name}`,
      norms: (frobenius: string, spectral: string) =>
        `‖J‖ Frobenius ${frobenius}, spectral ${spectral}`,
      rowSum: (sum: string) => `every row sums to 0 (largest sum ${sum})`,
    },
    norms: {
      title: (ladder: boolean): string =>
        ladder ? "Norms of J against a" : "Norms of J against the factor",
      x: (ladder: boolean): string => (ladder ? "a" : "times"),
      y: "norm",
      frobenius: "Frobenius",
      spectral: "spectral",
      label: "Frobenius and spectral norm of the Jacobian",
      dots: "Rings at the right edge: Frobenius norms of your sentence’s rows, without the division and with it.",
      columns: ["Frobenius", "spectral"],
      highest: (norm: string, at: string) => `The spectral norm is highest at ${at}: ${norm}.`,
    },
    oneHots: {
      title: "The four one-hot outputs",
      text: rich`At each corner ${math("J")} is exactly zero: whatever gradient arrives, nothing passes. A saturated softmax sits next to a corner.`,
      label: (index: number) =>
        `The Jacobian at the one-hot output ${index} of 4: all entries are 0`,
      output: (index: number) => `y = e${["₁", "₂", "₃", "₄"][index] ?? ""}`,
    },
    upstream: {
      title: "A gradient on its way back",
      text: rich`A gradient ${math("g")} arrives at the weights. What passes to the logits is each entry’s difference from the average under ${math("y")}, times its weight. Set ${math("g")} and watch it die as the scale grows.`,
      field: "Upstream gradient g",
      hint: "entries not given count as 0, further ones are left out",
      x: "times",
      y: "‖J g‖",
      label: "Norm of the gradient that passes, against the factor of the logits",
      columns: ["g", "y", "J g", "finite difference"],
      corner: "entry",
      table: "The gradient that passes, entry by entry",
      step: (step: string, off: string) =>
        `finite difference: (softmax(x + h g) − softmax(x − h g)) / 2h with h = ${step}; the two differ by at most ${off}`,
    },
  },

  gradient: {
    heading: "The gradient, over many draws",
    text: [
      rich`One draw tells little, and a mean can hide most of the story. So here are many: queries and keys of independent N(0, 1) entries, as at the start of training, each draw seen at every ${math("d")}. What is measured is the whole chain, from a query to its weights.`,
      rich`${unscaled("Without the division")} the median falls towards nothing as ${math("d")} grows, while the mean does not vanish: most queries get almost no gradient, a few get spikes. ${scaled("With √d")} the median soon stops depending on ${math("d")}.`,
    ],
    try: rich`raise the number of keys: the orange median first rises, then still falls, only at a larger d. Then look at the single draws below: any one of them could have told you anything.`,
    controls: {
      keys: "Keys",
      draws: "Draws",
      drawseed: "Seed of the draws",
      loss: "Loss",
      losses: { squares: "½ Σ z²", sum: "Σ z", target: "½ Σ |z − v|² of a word" },
      target: "Value of",
    },
    fans: {
      peak: "The largest weight nears 1",
      jacobian: "The Jacobian vanishes",
      gradient: "What reaches a query",
      axes: { peak: "largest weight", jacobian: "‖J‖ (Frobenius)", gradient: "‖∂y/∂q‖" },
      x: "d",
      label: (quantity: string) =>
        `${quantity}, against d: median, band from 10 to 90 % and mean, without the division and with it; the sentence’s rows as points`,
      legend: (keys: number, words: number) =>
        `fans: ${keys} keys; line: median · band: from the 10 % to the 90 % quantile · dashed: mean · rings: the rows of your sentence, n = ${words}`,
      columns: [
        ...["without: 10 %", "without: median", "without: 90 %", "without: mean"],
        ...["with: 10 %", "with: median", "with: 90 %", "with: mean"],
      ],
    },
    singles: {
      title: (count: number, dim: number) =>
        `The first ${count} draws at d = ${dim}, one stroke each`,
      x: "‖∂y/∂q‖",
      label:
        "Gradients of single draws as strokes on a logarithmic line, without the division above, with it below",
      columns: ["without", "with"],
      corner: "draw",
      zero: (count: number) =>
        `smaller still, and so at the left edge: ${count} of those without the division`,
    },
    exploding: {
      title: "Exploding or vanishing?",
      text: (
        dim: number,
        a: Record<"median" | "mean" | "largest", string>,
        b: Record<"median" | "mean" | "largest", string>,
        starving: boolean,
      ) =>
        rich`It is often said that the division keeps gradients from exploding. The Jacobian of softmax cannot explode: its spectral norm is at most ½. What multiplies it, K, lets the few spikes grow as √d. At d = ${String(dim)}, ${unscaled("without the division")} the median of ‖∂y/∂q‖ is ${unscaled(a.median)}, the mean ${unscaled(a.mean)}, the largest ${unscaled(a.largest)}; ${scaled("with it")} the median is ${scaled(b.median)}, the mean ${scaled(b.mean)}, the largest ${scaled(b.largest)}. ${
          starving
            ? "Most queries starve and a few spike: so mostly it vanishes, and the mean hides it."
            : "With so many keys nothing has vanished yet at this d: raise the dimension."
        }`,
      table: "Gradient ‖∂y/∂q‖ over the draws",
      columns: [
        "without: median",
        "without: mean",
        "without: largest",
        "with: median",
        "with: mean",
        "with: largest",
      ],
    },
    own: {
      title: "The gradient of your sentence",
      text: rich`Each word above asks one query. What reaches it, on a logarithmic line: without the division some queries starve and some spike, with it they lie together.`,
      strip: "What reaches each query: ‖∂y/∂q‖",
      stripLabel:
        "The gradient of each word’s weights with respect to its query, without the division and with it, on a logarithmic line",
      x: "‖∂y/∂q‖",
      zero: "What is smaller than 10⁻⁹ stands at the left edge.",
      chain: rich`From a loss on the output Z back to scores, queries and keys. Bright rows are the few that spike, blank rows get nothing; with the division every entry carries the factor that divides, and the loss itself is another one. Both sides have one colour scale.`,
      scores: "∂L/∂QKᵀ",
      queries: "∂L/∂Q",
      keys: "∂L/∂K",
      unscaled: "without",
      scaled: "with",
      label: (name: string, side: string) => `${name} ${side} the division`,
      table: (name: string, side: string) => `${name}, ${side}`,
      loss: (without: string, withIt: string) => `L = ${without} without, ${withIt} with`,
      rows: "What reaches each query",
      columns: ["‖∂y/∂q‖ without", "‖∂y/∂q‖ with", "‖J‖ without", "‖J‖ with"],
    },
    limits:
      "All this holds for independent random vectors, at initialisation. In training a smaller learning rate can hide part of the effect, for the raw scores carry the extra √d in the gradient of the parameters.",
  },

  exponent: {
    heading: "Why a half",
    text: [
      rich`Divide by ${math("dAlpha")} instead, and let ${math("alpha")} go from 0 to 1. ½ is the one exponent at which the median gradient settles to a level: from about d = 16 on nothing changes any more. It is not where the gradient is largest at some fixed ${math("d")}: it is where it stays level.`,
      rich`${strong("Below ½, starved and spiky.")} Far below, the weights saturate and the median collapses. Just below, it even grows for a while, until at some larger d saturation catches it.`,
      rich`${strong("Above ½, uniform and fading.")} The scores shrink, every key gets the same weight, and the median gradient fades as ${math("dHalfMinusAlpha")}.`,
    ],
    try: rich`move the exponent at the top of the page, or click in the map: the marker follows. Then follow its row to the right.`,
    controls: {
      measure: "Show",
      measures: {
        change: "change per doubling of d",
        gradient: "median ‖∂y/∂q‖",
        entropy: "median entropy",
        peak: "median largest weight",
      },
    },
    map: {
      title: "Exponent by d",
      x: "d",
      y: "exponent α",
      label: (measure: string) =>
        `Map over exponent and d: ${measure}; along the row of ½ nothing changes`,
      level: "½",
      fades: "fades",
      grows: "grows",
      collapses: "collapses",
      keeps: "darker is not better: look for the row that keeps its colour",
      doubling:
        "the power of 2 by which the median ‖∂y/∂q‖ changes while d doubles: where it is paper, nothing changes",
      table: (measure: string) => `${measure} by exponent and d`,
      corner: "exponent",
    },
    curves: {
      title: "The medians against d, one curve an exponent",
      label: (measure: string) =>
        `${measure} against d, one curve for each exponent; the curve of ½ is level`,
    },
    growth: {
      heading: "Longer sentences",
      text: [
        rich`The root settles ${math("d")}, not the number of keys ${math("n")}: with more keys the same scores spread the weight thinner. Su Jianlin (2021) proposed to multiply the scores by a further ln ${math("n")}; the derivation uses a mean-field approximation.`,
      ],
      measured: (root: string, logarithmic: string, from: number, to: number) =>
        rich`Measured for independent logits: from n = ${String(from)} to ${String(to)} the median entropy grows by ${scaled(root)} nats with 1/√d and by ${strong(logarithmic)} with κ ln n/d. So with ln n it still grows, only more slowly. Both agree at n = 512, by the choice of κ.`,
      title: "Entropy against the number of keys",
      x: "keys n",
      y: "entropy (nats)",
      root: "1/√d",
      logarithmic: "κ ln n/d",
      uniform: "ln n: all alike",
      share: "entropy ÷ ln n",
      label: "Entropy against the number of keys for both scalings",
      columns: [
        "1/√d: 10 %",
        "1/√d: median",
        "1/√d: 90 %",
        "κ ln n/d: 10 %",
        "κ ln n/d: median",
        "κ ln n/d: 90 %",
        "ln n",
      ],
    },
    places: {
      heading: "Where the root goes",
      text: [
        rich`On paper it is the same whether scores, queries or keys are divided, or queries and keys by ${math("dQuarter")} each. In few digits it is not: half precision ends at 65,504, so that it overflows first where the division comes last. bfloat16 has the range of single precision and loses digits instead.`,
      ],
      controls: {
        precision: "Precision",
        precisions: { double: "double", float: "single", half: "half", bfloat16: "bfloat16" },
        accumulate: "Sums kept in",
        accumulations: { same: "that precision", float: "single" },
        place: "The root divides",
        places: {
          scores: "the scores",
          queries: "the queries",
          keys: "the keys",
          both: "both, by fourth roots",
        },
        size: "Size of q and k",
      },
      logits: "Logits in that precision",
      difference: "Difference from the exact ones",
      label: (name: string) => `${name}, for the place chosen`,
      summary: "The four places",
      corner: "place",
      columns: ["entries that are not finite", "largest difference", "largest relative difference"],
      finiteOnly: (value: string, count: number) => `${value} (of the ${count} finite)`,
      none: "—",
      overflow: (count: number, of: number, place: string) =>
        rich`Where the root divides ${place}, ${strong(`${count} of ${of}`)} entries are ∞ or ∞ − ∞: an entry, a product or a sum has passed the largest number of this precision.`,
      finite: (place: string, largest: string, relative: string) =>
        rich`Where the root divides ${place}, all entries are finite. The largest difference from the exact ones is ${strong(largest)}, the largest relative one ${strong(relative)}.`,
      exact: "In double precision all four places agree to the last digits.",
    },
  },
};

export type ReasonsText = typeof en;
