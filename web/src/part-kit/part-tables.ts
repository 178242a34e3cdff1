/** The tables of a part, and how their columns are called. */

import { SIDES, type Side } from "../attention/sides.js";
import { type Columns, type MatrixTable, tableOf } from "../draw/table.js";
import type { DrawSummaries, Matrix } from "../engine/api.js";
import { same } from "../memo.js";
import type { en } from "../text/en/part-kit.js";
import { say } from "../text/rich.js";
import type { PartContext } from "./host.js";

type Statistics = (typeof en)["statistics"];

/** A table, and all that it was made of. */
interface KeptTable {
  readonly deps: readonly unknown[];
  readonly table: MatrixTable;
}

export class PartTables {
  private readonly keptTables = new Map<string, KeptTable>();

  constructor(private readonly context: PartContext) {}

  /**
   * A table of numbers, made again when its name, one of `deps` or the language has changed.
   * @param key tells the tables of the part apart; a name may hold numbers, and be another in each
   *   frame
   */
  make(key: string, name: string, deps: readonly unknown[], columns: () => Columns): MatrixTable {
    const allDeps = [this.context.page.language, name, ...deps];
    let keptTable = this.keptTables.get(key);
    if (keptTable === undefined || !same(keptTable.deps, allDeps)) {
      keptTable = { deps: allDeps, table: tableOf(name, columns()) };
      this.keptTables.set(key, keptTable);
    }
    return keptTable.table;
  }

  /** Weights of words as a table. */
  ofWeights(
    name: string,
    matrix: Matrix,
    rowLabels: readonly string[],
    colLabels = rowLabels,
  ): MatrixTable {
    const { corner } = this.context.page.text.matrices;
    return { kind: "matrix", name, matrix, rowLabels, colLabels, corner };
  }

  /** The names of columns: for each of the names one a statistic. */
  columnNames(names: readonly string[], wanted: readonly (keyof Statistics)[]): string[] {
    const { signs, statistics } = this.context.common;
    return names.flatMap((name) =>
      wanted.map((each) => `${name}${signs.colon}${statistics[each]}`),
    );
  }

  /** Columns of statistics of several summaries: their names, and their numbers. */
  summaryColumns(
    names: readonly string[],
    list: readonly DrawSummaries[],
    wanted: readonly (keyof Statistics & keyof DrawSummaries)[],
  ): Pick<Columns, "columns" | "values"> {
    return {
      columns: this.columnNames(names, wanted),
      values: list.flatMap((summaries) => wanted.map((name) => summaries[name])),
    };
  }

  /** The names of the sides. @param divisor as which the second is called */
  sideNames(divisor?: string): Record<Side, string> {
    const { unscaled, scaled, divided } = this.context.common.legend;
    return { unscaled, scaled: divisor === undefined ? scaled : say(divided, { by: divisor }) };
  }

  /** The names of columns, two for each of the names: that of each side. */
  sided(names: readonly string[]): string[] {
    const { named } = this.context.common;
    return names.flatMap((name) => SIDES.map((side) => say(named[side], { what: name })));
  }
}
