import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { MatrixTable } from "../../web/src/draw/table.js";
import { TableTurns } from "../../web/src/page/table-turns.js";

const tableOf = (side: number, name = ""): MatrixTable => ({
  kind: "matrix",
  name,
  matrix: { rows: side, cols: side, data: new Float64Array(side * side) },
  rowLabels: [],
  colLabels: [],
  corner: "",
});
const small = () => tableOf(3);
const large = (name?: string) => tableOf(40, name);

describe("the tables of figures", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** What the figures show at each rendering, which a turn asks for. */
  function figures(newest: () => Record<string, MatrixTable>) {
    const turns = new TableTurns();
    const seen: Record<string, MatrixTable | null>[] = [];
    const options = { whole: false, busy: false };
    const render = () => {
      const shown = Object.entries(newest()).map(
        ([name, table]) => [name, turns.of(name, table, { ...options, render })] as const,
      );
      seen.push(Object.fromEntries(shown));
    };
    return { turns, seen, options, render };
  }

  it("are filled at once where they are small", () => {
    const tables = { a: small(), b: small() };
    const { turns, seen, render } = figures(() => tables);
    render();
    expect(seen).toEqual([tables]);
    expect(turns.answered).toBe(true);
  });

  it("are filled one a rendering where they are large, and then all are there", () => {
    const tables = { a: large(), b: large(), c: small() };
    const { turns, seen, render } = figures(() => tables);
    render();
    expect(turns.answered).toBe(false);
    vi.runAllTimers();
    expect(seen).toEqual([{ ...tables, a: null, b: null }, { ...tables, b: null }, tables]);
    expect(turns.answered).toBe(true);
  });

  it("show the one before until it is their turn", () => {
    const first = large("first");
    const second = large("second");
    let tables = { a: first };
    const { seen, render } = figures(() => tables);
    render();
    vi.runAllTimers();
    tables = { a: second };
    render();
    expect(seen.at(-1)?.a).toBe(first);
    vi.runAllTimers();
    expect(seen.at(-1)?.a).toBe(second);
  });

  it("all get their turn while one of them changes at each rendering", () => {
    const other = large();
    const { seen, render } = figures(() => ({ changing: large(), other }));
    render();
    vi.advanceTimersByTime(200);
    expect(seen.at(-1)?.other).toBe(other);
  });

  it("stay as they are while their numbers still come, and do not wait for a turn then", () => {
    const first = large("first");
    let tables = { a: first };
    const { turns, seen, options, render } = figures(() => tables);
    render();
    vi.runAllTimers();
    tables = { a: large("second") };
    render();
    options.busy = true;
    render();
    expect(turns.answered).toBe(true);
    vi.runAllTimers();
    expect(seen.at(-1)?.a).toBe(first);
    options.busy = false;
    render();
    vi.runAllTimers();
    expect(seen.at(-1)?.a).toBe(tables.a);
  });

  it("are all filled at once for paper, and take another name at once", () => {
    let tables = { a: large(), b: large() };
    const { turns, seen, options, render } = figures(() => tables);
    options.whole = true;
    render();
    expect(seen).toEqual([tables]);
    options.whole = false;
    const { a, b } = tables;
    tables = { a: { ...a, name: "renamed" }, b };
    render();
    expect(seen.at(-1)?.a?.name).toBe("renamed");
    expect(turns.answered).toBe(true);
  });
});
