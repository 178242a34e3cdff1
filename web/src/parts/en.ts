import { superscript } from "../ui/numbers.js";

/** Words that several parts share. */
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
  controls: { keys: "Keys", draws: "Draws" },
};
