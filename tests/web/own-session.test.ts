/** In which order the heads of a file are looked at and measured, and what is known of them then. */
import { expect, test } from "vitest";
import { wholeModule } from "../../web/src/engine/inside.js";
import { provideEdition } from "../../web/src/experiments/edition.js";
import { type Experiment, endResult } from "../../web/src/experiments/experiment.js";
import type { Laboratory } from "../../web/src/experiments/laboratory.js";
import { readPasted } from "../../web/src/own/pasted.js";
import { showRandom } from "../../web/src/parts/opened/examples.js";
import type { HeadReport, MeasuresRequest } from "../../web/src/parts/opened/experiments.js";
import { randomHeads } from "../../web/src/parts/opened/random-heads.js";
import { OwnSession, START } from "../../web/src/parts/opened/session.js";
import { hasAllRows } from "../../web/src/parts/opened/table.js";
import { engine } from "../loaded-engine.js";
import { formats } from "./own-files.js";

provideEdition({ wholeModule } as never);

const nothing = () => undefined;

/** A session whose experiments run at once, and their names in their order. */
function openedSession(
  heard: (session: OwnSession, name: string, request: unknown) => void = () => undefined,
) {
  const names: string[] = [];
  const laboratory = {
    engine,
    run<Request, Result>(
      asked: Experiment<Request, Result>,
      request: Request,
      tell: (report: { done: number; total: number; result: Result | null }) => void,
    ) {
      names.push(asked.name);
      heard(session, asked.name, request);
      const result = endResult(asked, { ...engine, ...formats } as never, request);
      queueMicrotask(() => tell({ done: 1, total: 1, result }));
    },
  };
  const session: OwnSession = new OwnSession({
    laboratory: async () => laboratory as unknown as Laboratory,
    changed: () => undefined,
  });
  return { session, names };
}

async function finishOrStop(session: OwnSession): Promise<void> {
  const until = performance.now() + 10_000;
  while (!session.answered && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

async function finish(session: OwnSession): Promise<void> {
  await finishOrStop(session);
  expect(session.problem).toBe(null);
  expect(session.finished).toBe(true);
}

test("all heads have pictures before a rule is measured, and the chosen head is measured next", async () => {
  const measured: number[] = [];
  const heads = randomHeads(engine).map(({ queries }) => queries.data[0]);
  const { session, names } = openedSession((its, name, request) => {
    if (name !== "opened/measures") return;
    expect(its.reports.size).toBe(12);
    const { queries } = request as MeasuresRequest;
    measured.push(heads.indexOf(queries.data[0]));
    if (measured.length === 1) its.follow({ ...START, first: 7 });
  });
  showRandom(session, engine);
  session.follow({ ...START, first: 4 });
  await finish(session);
  // Two at once: the next one had begun already.
  expect(measured.slice(0, 4)).toEqual([4, 0, 7, 1]);
  expect(names[0]).toBe("opened/stored-pictures");
  expect(names.filter((name) => name === "opened/measures")).toHaveLength(12);
  expect(names.lastIndexOf("opened/stored-pictures")).toBeLessThan(
    names.indexOf("opened/measures"),
  );
  expect([...session.reports.values()].map(({ rule }) => rule?.name)).toEqual(
    Array.from({ length: 12 }, () => "1/√d_head"),
  );
});

test("a rule with another factor makes the pictures of its head anew", async () => {
  const n = 16;
  const queries = engine.randomNormal({ seed: 1, rows: n, cols: 64 });
  const keys = engine.randomNormal({ seed: 2, rows: n, cols: 64 });
  const scale = 1 / 16;
  const weightsWith = (by: number) =>
    engine.attention(queries, keys, keys, { scale: by, outputs: ["weights"] }).weights;
  const listed = ({ rows, cols, data }: { rows: number; cols: number; data: Float64Array }) =>
    Array.from({ length: rows }, (_, row) => [...data.subarray(row * cols, (row + 1) * cols)]);
  const text = JSON.stringify({
    q: listed(queries),
    k: listed(keys),
    weights: listed(weightsWith(scale)),
  });
  const { session } = openedSession();
  await session.open(new File([text], "head.json"), nothing);
  session.follow(START);
  await finish(session);
  const { rule, factor, sides } = session.reports.get(0) as HeadReport;
  expect(Math.abs((rule?.factor ?? 0) / scale - 1)).toBeLessThan(1e-9);
  expect(factor).toBe(rule?.factor);
  for (const [side, by] of [
    ["unscaled", 1],
    ["scaled", 1 / 8],
  ] as const) {
    const expected = weightsWith(by).data;
    for (const [place, weight] of expected.entries()) {
      const found = sides[side].picture.data[place] ?? 0;
      expect(Math.abs(found - weight)).toBeLessThan(1e-6);
    }
  }
});

test("a weight that is no number is told with its place", async () => {
  const { session } = openedSession();
  const weights = [
    [0.5, 0.5],
    [-0.5, 1.5],
  ];
  await session.open(new File([JSON.stringify({ weights })], "head.json"), nothing);
  session.follow(START);
  const until = performance.now() + 5000;
  while (session.problem === null && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  expect(String(session.problem)).toMatch(/-0\.5/);
});

const listOf = ({ rows, cols, data }: { rows: number; cols: number; data: Float64Array }) =>
  Array.from({ length: rows }, (_, row) => [...data.subarray(row * cols, (row + 1) * cols)]);

test("scores before softmax are measured as their weights are, and masked ones are −∞", async () => {
  const n = 12;
  const queries = engine.randomNormal({ seed: 3, rows: n, cols: 32 });
  const keys = engine.randomNormal({ seed: 4, rows: n, cols: 32 });
  const scale = 1 / 32;
  const { scores, weights } = engine.attention(queries, keys, keys, {
    scale,
    outputs: ["scores", "weights"],
  });
  const scaled = listOf(scores).map((row, i) =>
    row.map((score, j) => (j > i ? "-Infinity" : score * scale)),
  );
  // JSON has no infinity; the readers take it as the text that Python writes.
  const text = JSON.stringify({ q: listOf(queries), k: listOf(keys), scores: scaled }).replaceAll(
    '"-Infinity"',
    "-Infinity",
  );
  const { session } = openedSession();
  await session.open(new File([text], "scores.json"), nothing);
  session.follow(START);
  await finish(session);
  const { rule, opened } = session.reports.get(0) as HeadReport;
  expect(rule?.name).toBe("1/d_head");
  expect(rule?.causal).toBe("upper-left");
  // The first query sees one key alone.
  const rows = listOf(weights).map((row, i) => {
    const seen = row.slice(0, i + 1);
    const sum = seen.reduce((total, weight) => total + weight, 0);
    return Math.max(...seen) / sum;
  });
  const mean = rows.reduce((total, largest) => total + largest, 0) / n;
  expect(opened?.largest).toBeCloseTo(mean, 9);
});

test("what was opened is told of by itself, whatever the divided side divides by", async () => {
  const weights = [
    [0.9, 0.1],
    [0.3, 0.7],
  ];
  const { session, names } = openedSession();
  await session.open(new File([JSON.stringify({ weights })], "head.json"), nothing);
  for (const change of [{ exponent: 1 }, {}, { rule: "measured" }, { exponent: 0 }] as const) {
    session.follow({ ...START, ...change });
    await finish(session);
    expect(session.reports.get(0)?.opened?.largest).toBeCloseTo(0.8, 12);
  }
  // Only where the first pictures did not tell it, it took a look of its own.
  expect(names).toHaveLength(5);
});

test("after Stop it goes on where it was", async () => {
  const { session, names } = openedSession((its, name) => {
    if (name === "opened/measures" && names.length === 4) its.stop();
  });
  showRandom(session, engine);
  session.follow(START);
  await finishOrStop(session);
  expect(session.stopped).toBe(true);
  const pictures = names.filter((name) => name === "opened/stored-pictures").length;
  session.goOn();
  await finish(session);
  expect(names.filter((name) => name === "opened/stored-pictures")).toHaveLength(pictures);
});

test("while another exponent is computed the last numbers of the same tensors stay", async () => {
  const named: (string | null | undefined)[] = [];
  const { session } = openedSession((its) => named.push(its.reports.get(11)?.rule?.name));
  showRandom(session, engine);
  session.follow(START);
  await finish(session);
  named.length = 0;
  session.follow({ ...START, exponent: 1 });
  expect(session.finished).toBe(false);
  await finish(session);
  expect(new Set(named)).toEqual(new Set(["1/√d_head"]));
  session.follow({ ...START, batch: 1 });
  expect(session.reports.size).toBe(0);
  session.end();
});

test("the rendering that the last heads ask for has their rows, and needs no other one", async () => {
  const { session } = openedSession();
  session.show({ kind: "pasted" }, "pasted", readPasted("[[0.9, 0.1], [0.2, 0.8]]"));
  session.follow(START);
  await finish(session);
  expect(hasAllRows({} as never, session)).toBe(true);
});
