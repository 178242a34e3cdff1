import { describe, expect, it } from "vitest";
import { Pointed } from "../../web/src/draw/pointed.js";
import { Pointing } from "../../web/src/page/pointing.js";
import { START, type State } from "../../web/src/state/state.js";

describe("what is pointed at", () => {
  it("is told once, and stays after a click where nothing is held", () => {
    const seen: (string | null)[] = [];
    const pointed: Pointed = new Pointed(() => seen.push(pointed.at));
    pointed.point("a");
    pointed.point("a");
    pointed.hold("b");
    pointed.point(null);
    pointed.point(null);
    expect(seen).toEqual(["a", "b", null]);
  });

  it("gives way to what is held by a click, and to nothing after Escape", () => {
    const held: string[] = [];
    const pointed = new Pointed(
      () => undefined,
      (id) => held.push(id),
    );
    const cells = pointed.by((cell: { row: number }) => `row ${cell.row}`);
    cells.point({ row: 2 });
    expect(pointed.at).toBe("row 2");
    cells.hold({ row: 3 });
    expect([pointed.at, held]).toEqual([null, ["row 3"]]);
    cells.point({ row: 1 });
    cells.hold(null);
    expect([pointed.at, held]).toEqual([null, ["row 3"]]);
  });

  it("is on the page a cell of its own key, told where it is another one", () => {
    let told = 0;
    const changes: Partial<State>[] = [];
    const pointing = new Pointing(
      {
        state: START,
        set: (change) => changes.push(change),
        requestUpdate: () => (told += 1),
        attention: { result: null },
      },
      "pair",
    );
    pointing.point({ row: 1, col: 2 });
    pointing.point({ row: 1, col: 2 });
    expect([told, pointing.at]).toEqual([1, { row: 1, col: 2 }]);
    pointing.hold({ row: 1, col: 2 });
    pointing.hold(null);
    expect([pointing.at, changes]).toEqual([null, [{ pair: { row: 1, col: 2 } }, { pair: null }]]);
  });
});
