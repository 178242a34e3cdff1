/** The rules that the heads' code has used, in words. */
import type { MeasuredRule } from "../../engine/api.js";
import type { PartView } from "../../part-kit/part-view.js";
import { nameText } from "../../part-kit/rule-names.js";
import type { en } from "../../text/en/opened.js";
import { percent, significant } from "../../text/numbers.js";
import { say } from "../../text/rich.js";
import { unmarked } from "../../text/typeset.js";
import type { HeadReport } from "./experiments.js";
import type { OwnSession } from "./session.js";

type View = PartView<typeof en>;

const short = (value: number): string => significant(value, 3);

/** Digits that the measured factor has in common with the one of its name. */
const sameDigits = (off: number): number =>
  Math.max(1, Math.min(15, Math.floor(-Math.log10(Math.max(Math.abs(off), 1e-16)))));

/** A bias that depends on the distance of query and key. */
function biasSentence({ text: { report } }: View, bias: MeasuredRule["bias"]): string | null {
  if (bias === null) return null;
  const { traits } = report;
  return bias === "relative" ? traits.relative : say(traits.linear, { slope: short(bias) });
}

function rotarySentence({ text: { report } }: View, { rotary }: MeasuredRule): string | null {
  if (rotary === null) return null;
  const layout = report.layouts[rotary.layout];
  const { traits } = report;
  return rotary.base === null
    ? say(traits.rotaryOfAnyBase, { layout })
    : say(traits.rotary, { layout, base: rotary.base });
}

/** What was done to the scores beside multiplying them, sentence by sentence. */
function traitSentences(view: View, rule: MeasuredRule): string[] {
  const { traits } = view.text.report;
  const { cap, queryKeyNorm: norm, causal, window, padding, sink, dropout } = rule;
  const told = [
    cap === null ? null : say(traits.cap, { cap: short(cap) }),
    norm === null ? null : say(traits.norm, { norm: short(norm) }),
    rule.lengthFactor === null ? null : traits.length,
    causal === null ? null : traits[causal],
    window === null ? null : say(traits.window, { window }),
    padding === null ? null : say(traits.padding, { padding }),
    rotarySentence(view, rule),
    biasSentence(view, rule.bias),
    sink === null ? null : say(traits.sink, { sink: short(sink) }),
    dropout === null ? null : say(traits.dropout, { share: percent(dropout) }),
  ];
  return told.filter((sentence) => sentence !== null);
}

/** What the rule multiplies by, as the end of a sentence about some heads. */
function factorClause({ text: { report } }: View, rule: MeasuredRule): string {
  const { factor, factorError, name, candidates, notes } = rule;
  if (factor === null) {
    const why = notes.find((note): note is keyof typeof report.why => note in report.why);
    return why === undefined ? report.noRule : say(report.nothing, { why: report.why[why] });
  }
  const written = significant(factor, 6);
  const error = significant(factorError ?? 0, 2);
  if (name === null) return say(report.unnamed, { factor: written, error });
  const off = candidates.find((candidate) => candidate.name === name)?.off ?? 0;
  const named = say(report.named, {
    factor: written,
    name: nameText(name),
    off: say(report.exact, { digits: sameDigits(off) }),
  });
  const others = candidates.filter((other) => other.fits && other.name !== name);
  if (others.length === 0) return named;
  const names = others.map((other) => nameText(other.name)).join(", ");
  return `${named} ${say(report.alsoFit, { names })}`;
}

/**
 * The same sentences about all heads that they are true of.
 * @param all the number of heads, of which some may not be measured yet
 */
function grouped(view: View, reports: readonly HeadReport[], all: number): string[] {
  const { report } = view.text;
  const heads = new Map<string, { count: number; rule: MeasuredRule }>();
  for (const { rule } of reports) {
    if (rule === null) continue;
    const key = JSON.stringify([
      rule.name ?? rule.factor?.toPrecision(3) ?? rule.notes,
      ...traitSentences(view, rule),
    ]);
    heads.set(key, { count: (heads.get(key)?.count ?? 0) + 1, rule });
  }
  return [...heads.values()]
    .sort((one, other) => other.count - one.count)
    .slice(0, MOST_GROUPS)
    .map(({ count, rule }) => {
      const whose =
        all === 1 ? report.one : say(count === all ? report.all : report.some, { count, all });
      return [`${whose} ${factorClause(view, rule)}`, ...traitSentences(view, rule)].join(" ");
    });
}

/** A file whose heads differ in everything would fill the page. */
const MOST_GROUPS = 5;

/** One paragraph a finding; none while nothing is known. */
export function reportOf(view: View, session: OwnSession): readonly string[] {
  const { report } = view.text;
  const { known } = session;
  const reports = [...session.reports.values()].filter(({ complete }) => complete);
  const [first] = reports;
  if (known === null || first === undefined) return [];
  if (first.rule === null) {
    const hasWeights = known.roles.includes("weights") || known.roles.includes("scores");
    return [hasWeights ? say(report.alone, { width: view.state.ownwidth }) : report.vectors];
  }
  const { precision } = first.rule;
  const stored =
    precision === null ? [] : [say(report.stored, { precision: report.precision[precision] })];
  // PyTorch's layers give the means over the heads, unless they are asked otherwise.
  const areMeans = known.weightHeads === 1 && known.heads > 1;
  const tellsNone = reports.every(({ rule }) => rule?.factor == null);
  if (areMeans && tellsNone) return [say(report.means, { heads: known.heads }), ...stored];
  return [...grouped(view, reports, known.layers * known.heads), ...stored];
}

/** The report for an issue: versions and numbers of the rule, none of the data. */
export function markdownOf(view: View, session: OwnSession, version: string): string {
  const { known, opened } = session;
  if (known === null || opened === null) return "";
  const { layers, heads, queries, keys, width } = known;
  const lines = reportOf(view, session).map((paragraph) => `- ${unmarked(paragraph)}`);
  const shape = `${layers} × ${heads} heads, ${queries} × ${keys}, d = ${width || view.state.ownwidth}`;
  return [
    `**${view.text.heading}** (${shape})`,
    "",
    ...lines,
    "",
    `attention-scale ${version}`,
  ].join("\n");
}
