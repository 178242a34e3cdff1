/** Sentences of parts, where the text is shown. */
import { html, nothing } from "lit";
import type { Page } from "../page/page.js";
import type { en } from "../text/en/part-kit.js";
import type { Rich, Values } from "../text/rich.js";
import { richText } from "../ui/rich.js";
import type { Content } from "./pieces.js";

type Signs = (typeof en)["signs"];

/** Prose, where the text is shown. */
export const proseOf = (page: Page, ...content: unknown[]): Content =>
  page.shows("text") ? html`<div class="prose">${content}</div>` : nothing;

/** A remark, where the text is shown. */
export const remark = <Text extends Rich>(
  page: Page,
  text: Text,
  ...values: Values<Text>
): Content =>
  page.shows("text") ? html`<p class="note">${richText(text, ...values)}</p>` : nothing;

/** Sentences of several, with semicolons between them. */
export const withSemicolons = (signs: Signs, sentences: readonly unknown[]): unknown[] =>
  sentences.flatMap((one, i) => (i > 0 ? [signs.semicolon, one] : [one]));

/** The same after what introduces them, as a sentence. */
export const sentenceOf = (
  signs: Signs,
  begin: unknown,
  sentences: readonly unknown[],
): unknown[] => [begin, signs.colon, ...withSemicolons(signs, sentences), signs.stop];
