/**
 * The words of the lessons. Where a number stands here, tests/web/claims-lessons.test.ts measures
 * it.
 */
export const en = {
  title: "Four lessons on attention and its division by $√dₖ$",
  about:
    "Four lessons of twenty minutes, with six links each. Every link opens a slide: its figure stays covered until you press → or the button in it, and → leads on to the next one. Have them guess first, in writing. All of it works from a memory stick without a network; for the model of the third lesson take the folder model/ along, beside the file attention-scale.html.",
  path: {
    name: "The path of three minutes",
    about:
      "Guess, drag, see, why in one line, and share: to begin with, alone or on the projector.",
  },
  file: "The links open the page in one file, dist/attention-scale.html, which `npm run build` makes, with the folder dist/model/ beside it.",
  forTeachers: "The answers",
  forPupils: "The lessons without the answers",
  print: "Print on three sheets",
  minutes: "20 minutes",
  look: "Look for",
  wrong: "A common wrong answer",
  answer: "Answer",
  answers: "Answers",
  colon: ": ",
  alone: "Alone: answer, then see",
  scorm: "For a course (SCORM)",
  /** What follows an answer that was picked. */
  right: "Right.",
  other: "Not so. Right is: ",
  total: `All {count} questions are answered, {right} of them right.`,
  /** What a course is told, in the page that it opens. */
  course: {
    reported: `Reported to the course: {reported} of {count} answers, {right} right.`,
    unsent:
      "The course does not take what is reported to it. Nothing is lost: your answers are kept here. Leave this window open; every ten seconds they are sent again.",
    reason: `It says: {reason}.`,
    again: "Send again now",
    alone: "No course answers here, so nothing is reported. The lesson works all the same.",
    noScript: "This lesson needs JavaScript, which is switched off here.",
  },
  lessons: [
    {
      title: "Why divide",
      question:
        "What becomes of attention when scores are not divided, and why is the divisor a root?",
      items: {
        matrices: {
          name: "One sentence, two matrices",
          question:
            "How many words share a row’s attention without the division, and how many with it?",
          look: "the row of “good” in both matrices. Then move $d$ to 4 and to 512.",
          wrong: "The division makes another word the first of its row.",
          choices: [
            "Three, either way",
            "One or two without it, all three with it",
            "All three without it, one with it",
          ],
          answer:
            "At $d$ = 64 “good” gives .17, .00 and .83 without the division, .38, .15 and .47 with it: all three take part. The order within a row stays, since all its scores are divided by the same number.",
        },
        variance: {
          name: "How far scores spread",
          question:
            "Entries of $q$ and $k$ have variance 1. How far do their scores spread at $d$ = 100, and at $d$ = 25?",
          look: "the standard deviation in the sentence. Then set “$d$ of the samples” to 25.",
          wrong: "100, since a hundred products of variance 1 are summed.",
          choices: [
            "By a standard deviation of 10, then 5",
            "By a standard deviation of 100, then 25",
            "By a standard deviation of 1, both times",
          ],
          answer:
            "As $√d$: the standard deviation is 10, then 5. 100 is the variance. Divided by $√d$ it is 1 at every $d$.",
        },
        saturation: {
          name: "Softmax takes sides",
          question:
            "The logits are ($a$, $a$, $2a$, $4a$). Which weight is larger at $a$ = 4 than at $a$ = 1?",
          look: "the last bar, and the entropy beside it. Then add 50 to all logits: nothing moves.",
          wrong: "All of them, since all logits grow.",
          choices: ["All four", "The last two", "Only the last"],
          answer:
            "Only the last: from .81 to 1.00. The others go from .04, .04 and .11 to 0. Differences count, and they count exponentially.",
        },
        jacobian: {
          name: "The slope that is left",
          question:
            "The slope of a weight $y$\u00A0is $y(1 − y)$. For which $y$\u00A0is it largest, and what is left of it near 1?",
          look: "the Jacobian at $a$ = 0.45. Then → sets $a$ to 4.",
          wrong: "A weight near 1 learns best, because it is the largest.",
          choices: [
            "At $y$\u00A0= 1, and it stays as large",
            "At $y$\u00A0= ½, and near 1 hardly anything is left",
            "It is the same for every $y$",
          ],
          answer:
            "At $y$ = ½ it is ¼. With $a$ = 0.45 the last weight is .52; with $a$ = 4 no slope reaches .0005. Then hardly any gradient gets through.",
        },
        gradient: {
          name: "Who supplies the gradient",
          question:
            "$d$ becomes four times as large. What becomes of the share of queries that learn?",
          look: "the orange and the teal line of $n$ = 3, at $d$ = 64 and at $d$ = 256.",
          wrong: "All queries learn a little less.",
          choices: [
            "Without the division it falls to about half; with it, it stays",
            "It falls to about half, with the division and without",
            "It stays, and every query learns a little less",
          ],
          answer:
            "Without the division it falls to about half: gradients are very unequal, a few are large, and with three keys most are tiny. With the division nearly all take part, at either $d$.",
        },
        exponent: {
          name: "Why the exponent is ½",
          question: "If dividing helps, why not by $d$ itself?",
          look: "the row of ½ in the map, from left to right, then the rows above and below.",
          wrong: "The stronger the division, the better.",
          choices: [
            "The root is a habit: dividing by $d$ is better",
            "Weights become alike, and gradients fade as $d$ grows",
            "Weights stay too sharp",
          ],
          answer:
            "Only at ½ does the median gradient level off: .40, .42 and .44 at $d$ = 16, 64 and 1024 with three keys. Divided by $d$, the weights become alike and at $d$ = 1024 it is below .03.",
        },
      },
    },
    {
      title: "Heads and the whole Transformer",
      question: "Which width stands under the root, and where in the Transformer is it taken?",
      items: {
        steps: {
          name: "One row by hand",
          question: "Scores of 14, 10 and 9: which weights, undivided and divided by $√3$?",
          look: "the three lines of arithmetic. Then switch the division on.",
          wrong: "14/33, 10/33 and 9/33, the shares of the scores.",
          choices: [
            ".42, .30 and .27, both times",
            "1, 0 and 0; divided .42, .30 and .27",
            ".98, .02 and .01; divided .87, .09 and .05",
          ],
          answer:
            ".98, .02 and .01; divided .87, .09 and .05. Softmax compares exponentials: $e⁴$ is 55.",
        },
        many: {
          name: "Eight heads",
          question: "512 coordinates in 8 heads: which number stands under the root?",
          look: "the line over the heads. Then set Heads to 1, and to 16.",
          wrong: "512, the width of the model: $√512$ ≈ 22.6.",
          choices: [
            "512, the width of the model",
            "64, the width of a head",
            "8, the number of heads",
          ],
          answer:
            "64, the width of a head: $√64$ = 8. A score of a head sums 64 products, whatever the model’s width is.",
        },
        cross: {
          name: "Two sentences",
          question: "Three words attend to four. Which shape have the weights, and what sums to 1?",
          look: "the words at both sides of the matrix, and the rows of the output beside it.",
          wrong: "Both sentences must have the same length.",
          choices: [
            "3 × 4, and each row sums to 1",
            "3 × 4, and each column sums to 1",
            "None: both sentences must have the same length",
          ],
          answer:
            "3 × 4, and each row sums to 1: every asking word shares out its attention. The output has 3 rows.",
        },
        widths: {
          name: "Any width",
          question:
            "Words have 64 numbers, keys 16, values 24. Which of them stands under the root?",
          look: "the coloured sides in the picture, and the entropies with either root in the sentence below it.",
          wrong: "64, because the words have 64 numbers.",
          choices: ["64", "24", "16"],
          answer:
            "16: queries and keys are summed over. With $√64$ by mistake the divisor is twice as large, and every row more even.",
        },
        flow: {
          name: "The decoder’s mask",
          question:
            "To what may the third word of the decoder attend, and how are others excluded?",
          look: "the upper triangle of the mask, and the same cells in the weights.",
          wrong: "Their scores are set to 0.",
          choices: [
            "To the two before it; the other scores become 0",
            "To itself and the two before; the other scores become 0",
            "To itself and the two before; the other scores become −∞",
          ],
          answer:
            "To itself and the two before. The other scores become −∞, so their weights are exactly 0; a score of 0 would leave a weight of $e⁰$ over the sum.",
        },
        depth: {
          name: "Layer by layer",
          question: "At the start, which layer’s weights are the sharpest?",
          look: "the largest weight in the first and in the last layer, both colours.",
          wrong: "The last, since sharpness adds up from layer to layer.",
          choices: ["Those of the first", "Those of the last", "All are alike"],
          answer:
            "The first: from there on words become alike, and weights more even, with and without the division. Undivided, the first layer is the sharper one.",
        },
      },
    },
    {
      title: "Training and a real model",
      question: "What does training make of the missing division, and what of a model that had it?",
      items: {
        race: {
          name: "A race",
          question:
            "Same start, same data. After 200 steps, which lane writes more dates correctly?",
          look: "the exact answers, and which characters are read. Press Train; it takes about half a minute.",
          wrong: "The undivided one never learns.",
          choices: ["The undivided one", "The divided one", "Both about as many"],
          answer:
            "The divided one: with seed 13 more than half of the dates, the other fewer than a quarter. Later that one learns as well.",
        },
        rates: {
          name: "The right rate",
          question: "At a rate of 3.2 one lane fails. Can it be helped without the division?",
          look: "both losses after 300 steps. Then set the learning rate to 0.1 and train again.",
          wrong: "No: without the division recall cannot be learnt.",
          choices: ["No", "Yes, by a smaller rate", "Yes, by a larger rate"],
          answer:
            "Yes: at .1 both learn. A smaller rate makes up for much, but it has to be found anew for each $d$.",
        },
        grid: {
          name: "All rates, all $d$",
          question: "Which rates suit $d$ = 16 and $d$ = 128 alike?",
          look: "the cells in strong colours in both maps from left to right, and the framed ones.",
          wrong: "A lane that fails at one rate cannot learn.",
          choices: [
            "Those from .32 to 10, with the division",
            "Those from .32 to 10, without the division",
            "None, with the division or without",
          ],
          answer:
            "With the division those from .32 to 10. Without it the largest rate that learns falls as $d$ grows; at its best rate each lane comes to the same.",
        },
        talk: {
          name: "A real model",
          question: "A trained model loses its division. What does it answer?",
          look: "both answers, and the likeliest tokens at place 1. Then the button of the proof.",
          wrong: "This proves that nothing can be trained without the division.",
          choices: ["The same, a little less sure", "It babbles", "Nothing at all"],
          answer:
            "It babbles. Its weights were trained with the divisor 8 and fit no very different one. With the queries’ weights divided by 8 the answer is back: only the size of the scores counts.",
        },
        inside: {
          name: "All 64 heads",
          question: "After training, is the standard deviation of its undivided scores $√64$ = 8?",
          look: "the sentence on the scores, and the first column in layer 4.",
          wrong: "Yes, since its heads have 64 coordinates.",
          choices: ["Yes", "No, it is far smaller", "No, it is more than twice as large"],
          answer:
            "No, about 19 without the division and 22 with it: 8 holds for independent entries of variance 1. Here they start with variance 1/3, so with 2.7; training has mostly made them larger. Rows give their largest weight .85 to .87 without the division, .50 to .52 with it.",
        },
        perplexity: {
          name: "The bottom of the U",
          question:
            "Perplexity is least at the exponent ½. Does that prove that ½ is the best exponent?",
          look: "the ends of the curve and its bottom. Then the figure beside it, where one layer is not divided.",
          wrong: "Yes: the curve has its bottom there.",
          choices: [
            "Yes",
            "No: it tells which divisor the model was trained with",
            "No: perplexity hardly depends on the exponent",
          ],
          answer:
            "No: 2.6 at ½, 192 without the division, 775 divided by $d$. The bottom tells roughly which divisor the model was trained with.",
        },
      },
    },
    {
      title: "Models, libraries and mistakes",
      question:
        "What does published code multiply by, and how is it found out what code really does?",
      items: {
        atlas: {
          name: "110 models",
          question: "Of 110 published models, how many multiply by $1/√dₖ$ and by nothing else?",
          look: "the band at 1, and how many dots lie off it in 2026.",
          wrong: "Nearly all: the formula is in the paper.",
          choices: ["67", "104", "21"],
          answer:
            "67. Of the other 43 seven do not divide at all and seven divide by $dₖ$ itself. Of 16 models of 2026 nine do something else.",
        },
        card: {
          name: "One of them",
          question: "gpt-oss has heads of 64. Does it divide by 8?",
          look: "both matrices, on one scale, and the factor above them.",
          wrong: "Yes, since $√64$ is 8.",
          choices: ["Yes", "No, it divides by 64", "No, it multiplies by 1.81 times 1/8"],
          answer:
            "No: it multiplies by .227, which is 1.81 times 1/8. The factor for long texts stands in its rotations, and acts on short texts too.",
        },
        libraries: {
          name: "In your library",
          question: "All keys of a row are masked. Which weights does a library give it?",
          look: "the row of “I”: as ONNX Runtime 1.27 has it, and as this engine has it.",
          wrong: "Zeros, since nothing is left to attend to.",
          choices: [
            "Zeros, in every library",
            "Equal weights, in every library",
            "It depends on library, release and type",
          ],
          answer:
            "By library, release and type: 0, no number at all, equal weights, or the weights without the mask. ONNX Runtime gave no number in 1.23, equal weights in 1.24 to 1.27, and 0 since 1.29.",
        },
        mistake: {
          name: "A lost minus",
          question:
            "A library multiplies by $√d$, since an exponent lost its minus. What becomes of the weights?",
          look: "the rows of both matrices, at $d$ = 64 and at $d$ = 4.",
          wrong: "Nothing works any more, so it is seen at once.",
          choices: [
            "Each row gives all to one word",
            "All weights become alike",
            "They stay as they are: softmax hides the factor",
          ],
          answer:
            "Scores are $d$ times too large, here 64 times: each row gives all to one word. StarCoder ran so in transformers for 26 days.",
        },
        yours: {
          name: "Measured",
          question:
            "Two paths of one model differ. How do $q$, $k$ and the weights tell which of them forgot to divide?",
          look: "the report on layer 1, which has the mistake, and on layer 2.",
          wrong: "Not at all: softmax hides the factor.",
          choices: [
            "By the sum of a row of weights",
            "By the logarithms of two weights of a row",
            "Not at all: softmax hides the factor",
          ],
          answer:
            "The logarithms of two weights of a row differ by the factor times the difference of their scores. So the factor is a slope: 1 in layer 1, 1/8 in layer 2.",
        },
        memory: {
          name: "From memory",
          question:
            "GPT-Neo, Whisper, gpt-oss, GPT-2, Evolla, MiMo-V2-Flash, Phi-3-mini 128k, Gemma 2 27B, AlphaFold 2, LLaMA 2: which divide by $√dₖ$ and by nothing else?",
          look: "the dots on the line at 1. In the chapter the same ten are asked one by one.",
          wrong: "All but one or two.",
          choices: [
            "Two: GPT-2 and LLaMA 2",
            "Five: Whisper, GPT-2, MiMo-V2-Flash, AlphaFold 2 and LLaMA 2",
            "All but GPT-Neo and gpt-oss",
          ],
          answer:
            "Five: Whisper, GPT-2, MiMo-V2-Flash, AlphaFold 2 and LLaMA 2. Whoever always says $1/√dₖ$ is right five times of ten.",
        },
      },
    },
  ],
} as const;

export type LessonWords = typeof en;
