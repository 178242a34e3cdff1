import { code, rich, scaled, strong, unscaled, WQ } from "../rich.js";

export const en = {
  heading: "Ask a trained model",
  text: [
    rich`A small chat model, MiniMind 2, answers in your browser: 25.8 million parameters, 8 layers of 8 heads, dₖ = 64. It was trained with the division by √dₖ = 8. ${unscaled("Without it")} its scores are eight times as large; ${scaled("with it")} it speaks.`,
    rich`Both answers come from the same weights, in one pass over them. Everything is computed on your device, and nothing that you type leaves it.`,
  ],
  question: {
    ask: rich`Take the division out of a trained model. How does it answer?`,
    answers: ["as before", "with a few more mistakes", "with gibberish"],
    why: rich`Its scores are eight times as large as in training, so that nearly every row has one dark cell: these weights need the divisor that they were trained with.`,
  },
  try: rich`load the model, press Answer, and move the exponent above: at ½ the second answer makes sense, at 1 hardly a word comes.`,
  load: "Load the model",
  cost: (megabytes: string) =>
    `${megabytes} MB from this page’s own site, kept by your browser for the next visit.`,
  progress: "The model’s data",
  received: (received: string, total: string, stored: boolean) =>
    `${received} of ${total} MB ${stored ? "from your browser’s storage" : "from the network"}`,
  opening: "opening …",
  cancel: "Cancel",
  pick: "The files of the folder dist/model: model.json and all that end in .bin",
  ready: "The model is loaded.",
  unkept: (free: string | null) =>
    `Your browser did not keep the data for the next visit${free === null ? "" : `; it had ${free} MB free`}. The model runs from memory.`,
  unchecked:
    "This page came without https, where browsers compute no hashes: only the lengths of the files were checked.",
  proposed: "Questions",
  own: "your own",
  prompt: "Prompt",
  limit: "A question and its answer have at most 256 tokens together.",
  count: (tokens: number, limit: number) =>
    `${tokens} of at most ${limit} tokens, those of the chat template included; 256 with the answer`,
  temperature: "Temperature",
  buttons: "The answer",
  answer: "Answer",
  again: "Again",
  outputs: ["Answer without the division", "Answer with the division"],
  recorded: "Recorded here, with this engine. Load the model to ask it yourself.",
  going: "…",
  ended: {
    end: (tokens: number) => `${tokens} tokens; the model ended the answer.`,
    full: (tokens: number) => `${tokens} tokens; there is no room for more.`,
    stopped: (tokens: number) => `${tokens} tokens; stopped there.`,
  },
  place: "Token",
  placeOf: (place: number, count: number) => `${place} of ${count}`,
  rivals: {
    title: (place: number) => `The five likeliest tokens at place ${place}`,
    note: "Point at a token of an answer, or click it. The token that was taken is bold. At place 1 both have read the same; afterwards each has read its own answer.",
    corner: "token",
    probability: "probability",
    over: "This answer has ended before.",
  },
  proof: {
    button: rich`Proof: ${WQ} divided by 8, no division`,
    same: (tokens: number) =>
      rich`${strong("The same answer, token by token")}: all ${String(tokens)} are equal. Queries that were divided by 8 when they were made need no division of the scores.`,
    other: (place: number, one: string, other: string) =>
      rich`${strong("Not the same answer")}: at place ${String(place)} the first has ${code(one)}, the second ${code(other)}.`,
  },
  problems: {
    empty: "Type a question.",
    long: (tokens: number, limit: number) =>
      `This has ${tokens} tokens, and ${limit} are allowed, so that there is room for an answer. Shorten it.`,
    network:
      "The network did not answer, or broke off. What has come is kept: “Try again” goes on from there.",
    missing: ({ file, status }: { file: string; status: number }) =>
      `The server has no ${file} beside this page (it answered ${status}). You can pick the files of the model yourself.`,
    damaged: ({ file }: { file: string }) =>
      `${file} is cut short or of another version. “Try again” fetches it once more.`,
    files: ({ missing }: { missing: string }) =>
      `This page cannot read the model’s files by itself, or they are not all there. Pick them in your folder dist/model; missing: ${missing}.`,
    memory:
      "Your browser refuses the 100 MB of memory that the model needs. Close other tabs, then try again.",
    died: "The model’s worker has ended, usually because memory ran out. What was answered stays; “Try again” loads the model anew.",
    engine: ({ reason }: { reason: string }) => `The model could not be started: ${reason}`,
  },
  honest: rich`The model is small, and most of its training was Chinese: it knows the capital of France and not that of Italy. That it babbles without the division shows that these weights need the divisor that they were trained with, not that a model cannot be trained without: that is the chapter before. The button of the proof moves the same division into ${WQ}, exactly, since 8 is a power of two.`,
};
