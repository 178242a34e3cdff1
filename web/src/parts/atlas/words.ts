/** The facts of a model in words. */
import type { en } from "../../text/en/atlas-models.js";
import { significant } from "../../text/numbers.js";
import { say } from "../../text/rich.js";
import { textsOf } from "../../text/words.js";
import { formulaText } from "./formula-text.js";
import type { Model, ModelFactor, QueryKeyNorm } from "./models.js";
import type { View } from "./view.js";

/** The words about single models are a subject that no part has. */
const TEXTS = textsOf<typeof en>("atlas-models");

export const wordsOf = ({ page }: View): typeof en => TEXTS[page.language];

/** Numbers of several levels, one after the other. */
export const sizesText = (sizes: Model["width"], none: string): string =>
  sizes === null
    ? none
    : [sizes]
        .flat()
        .map((size) => size.toLocaleString("en"))
        .join(" / ");

/** Whether a mark of another language stands between the parts of a list. */
export const listed = ({ page }: View, parts: readonly string[]): string =>
  parts.join(page.language === "zh" ? "；" : "; ");

export function headsText(view: View, { heads, keyHeads }: Model): string {
  const { table } = wordsOf(view);
  const shown = sizesText(heads, table.byLevel);
  const ofKeys = sizesText(keyHeads, shown);
  return shown === ofKeys ? shown : say(table.keyHeads, { heads: shown, keys: ofKeys });
}

export const headText = (view: View, { head, factors }: Model): string =>
  head === null
    ? wordsOf(view).table.ofTokens
    : [...new Set([head, ...factors.map((factor) => factor.head ?? head)])].join(" / ");

/** A factor with its number and the place where it holds. */
export function factorText(view: View, { factor, value, in: place, learnt }: ModelFactor) {
  const text = wordsOf(view);
  const number = value === null ? text.table.dependsOn : significant(value, 3);
  const same = value !== null && factor === String(value);
  const written = same ? formulaText(factor) : `${formulaText(factor)} = ${number}`;
  const shown = value === null ? `${formulaText(factor)}, ${number}` : written;
  const notes = [place === undefined ? [] : text.places[place], learnt ? text.start : []].flat();
  return notes.length === 0 ? shown : `${shown} (${notes.join(", ")})`;
}

function normText(view: View, { by, weight, on }: QueryKeyNorm): string {
  const { traits, applied } = wordsOf(view);
  const what = applied[on === "k" ? "k" : "both"];
  return `${say(traits.by[by], { what })}, ${traits.weight[weight]}`;
}

/** What a model does beside its factor, one text for each. */
export function traitsOf(view: View, { beside }: Model): readonly string[] {
  const { traits } = wordsOf(view);
  const { norm, cap, sink, bias, growth, gate, clamp, maps, mixed, learnt } = beside;
  return [
    norm && normText(view, norm),
    cap && say(traits.cap, { cap }),
    sink && traits.sink,
    bias && traits.bias[bias],
    growth && say(traits.growth, { growth: formulaText(growth) }),
    gate && traits.gate[gate],
    clamp && say(traits.clamp, { clamp }),
    maps && say(traits.maps, { maps }),
    mixed && traits.mixed,
    learnt && traits.learnt,
  ].filter((trait): trait is string => typeof trait === "string");
}
