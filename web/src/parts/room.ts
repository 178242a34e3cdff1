/** What every reason is given: the page, the engine, its experiments, its pictures, and where they are in sight. */
import { html, type TemplateResult } from "lit";
import { ref } from "lit/directives/ref.js";
import { type Chart, chartScene, layoutChart, type Point } from "../draw/chart.js";
import { ChartFigure } from "../draw/chart-figure.js";
import type { Heatmap } from "../draw/heatmap.js";
import { HeatmapFigure } from "../draw/heatmap-figure.js";
import type { Palette } from "../draw/palette.js";
import { heatmapTake, type Take } from "../draw/take.js";
import type { Engine, Matrix } from "../engine/api.js";
import { reasonOf } from "../engine/reason.js";
import type { Inputs } from "../export/inputs.js";
import type { ExperimentName } from "../lab/experiments.js";
import { type Laboratory, sharedLaboratory } from "../lab/laboratory.js";
import { Study } from "../lab/study.js";
import type { Page } from "../page/page.js";
import { REASONS, type Reason, type State } from "../state/state.js";
import { REASONS_TEXTS, type ReasonsText } from "../text/reasons/index.js";
import type { MatrixTable } from "../ui/matrix-table.js";
import { Player } from "./saturation/player.js";

const NO_EVENTS = { point: () => undefined, lock: () => undefined };

const same = (a: readonly unknown[], b: readonly unknown[]) =>
  a.length === b.length && a.every((entry, i) => Object.is(entry, b[i]));

/** A picture of a reason: what stands on the page, and how it is drawn elsewhere. */
export interface Picture {
  readonly name: string;
  readonly alt: string;
  readonly scene: Take["scene"];
  readonly template: TemplateResult;
}

/** A drawing that waits until its canvas stands. */
interface Pending {
  readonly deps: readonly unknown[];
  readonly draw: () => void;
}

/** The numbers of a table, kept so that equal numbers are the same matrix. */
interface Table {
  readonly labels: string;
  readonly matrix: Matrix;
}

export class Room {
  private readonly studies = new Map<ExperimentName, Study<ExperimentName>>();
  private readonly charts = new Map<string, ChartFigure>();
  private readonly heatmaps = new Map<string, HeatmapFigure>();
  private readonly pending = new Map<string, Pending>();
  private readonly drawn = new Map<string, readonly unknown[]>();
  /** The tables of each reason as it was rendered last, by their names, and those of the one that is being rendered. */
  private readonly tables = new Map<Reason, ReadonlyMap<string, Table>>();
  private newTables = new Map<string, Table>();
  private readonly seen = new Map<Element, Reason>();
  private readonly watchers = new Map<Reason, (element: Element | undefined) => void>();
  private readonly inSight = new Set<Reason>();
  private readonly sights: IntersectionObserver;
  private laboratory: Laboratory | null = null;
  private ended = false;
  /** Why the engine did not start. */
  problem: string | null = null;
  /** Plays the scale of the logits. */
  readonly player: Player;
  /** Which reason each experiment belongs to. */
  private readonly owners = new Map<ExperimentName, Reason>();

  constructor(
    readonly page: Page,
    private readonly changed: () => void,
  ) {
    this.start();
    this.sights = new IntersectionObserver((entries) => this.look(entries), {
      rootMargin: "120px",
    });
    this.player = new Player(
      () => this.state.factor,
      (factor) => this.page.set({ factor }),
      changed,
    );
  }

  private start(): void {
    this.problem = null;
    sharedLaboratory().then(
      (laboratory) => {
        if (this.ended) return;
        laboratory.enter();
        this.laboratory = laboratory;
        this.changed();
      },
      (error: unknown) => {
        this.problem = reasonOf(error);
        this.changed();
      },
    );
  }

  /** For what takes less than a frame; null until it runs. */
  get engine(): Engine | null {
    return this.laboratory?.engine ?? null;
  }

  /** Tries again what has failed. */
  retry(): void {
    if (this.problem !== null) this.start();
    for (const study of this.studies.values()) study.retry();
  }

  /** For paper also what is out of sight is computed. */
  private everything = false;

  /** The reason that is being rendered. */
  private rendering: Reason = "variance";
  /** While a picture is made to be taken away. */
  private otherPalette: Palette | null = null;
  private readonly rendered = new Map<
    Reason,
    { deps: readonly unknown[]; result: TemplateResult }
  >();

  /** A reason as it is now; out of sight as it was last, but for language, colours and what is hidden. */
  render(reason: Reason, make: () => TemplateResult): TemplateResult {
    const { palette, printing, language, state } = this.page;
    const deps = [palette, printing, language, state.hide, this.engine, this.problem];
    const before = this.rendered.get(reason);
    const still = !this.sees(reason) && !printing;
    if (before !== undefined && still && same(before.deps, deps)) return before.result;
    this.rendering = reason;
    this.newTables = new Map();
    const result = make();
    this.tables.set(reason, this.newTables);
    this.rendered.set(reason, { deps, result });
    return result;
  }

  /** Forgets how the reasons were rendered: the next time they are, in sight or not. */
  renderAnew(): void {
    this.rendered.clear();
  }

  /** Of a control: several reasons may have one for the same key. */
  idOf(key: string): string {
    return `${this.rendering}-${key}`;
  }

  get state(): State {
    return this.page.state;
  }

  get text(): ReasonsText {
    return REASONS_TEXTS[this.page.language];
  }

  get palette(): Palette {
    return this.otherPalette ?? this.page.palette;
  }

  /** The words on screen. */
  get words(): readonly string[] {
    return this.page.result?.request.words ?? [];
  }

  // ---- experiments ----

  study<N extends ExperimentName>(owner: Reason, name: N): Study<N> {
    let study = this.studies.get(name) as Study<N> | undefined;
    if (study === undefined) {
      study = new Study(name, sharedLaboratory, this.changed);
      this.studies.set(name, study as unknown as Study<ExperimentName>);
      this.owners.set(name, owner);
      study.see(this.sees(owner));
    }
    return study;
  }

  /** For Lit's ref directive on the section of a reason: it computes while it is in sight. */
  watch(reason: Reason): (element: Element | undefined) => void {
    let watcher = this.watchers.get(reason);
    if (watcher === undefined) {
      let before: Element | undefined;
      watcher = (element) => {
        if (before !== undefined) {
          this.sights.unobserve(before);
          this.seen.delete(before);
        }
        before = element;
        if (element === undefined) {
          this.see(reason, false);
        } else {
          this.seen.set(element, reason);
          this.sights.observe(element);
        }
      };
      this.watchers.set(reason, watcher);
    }
    return watcher;
  }

  private look(entries: IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      const reason = this.seen.get(target);
      if (reason !== undefined) this.see(reason, isIntersecting);
    }
  }

  private see(reason: Reason, inSight: boolean): void {
    if (inSight === this.inSight.has(reason)) return;
    if (inSight) this.inSight.add(reason);
    else this.inSight.delete(reason);
    this.tell(reason);
  }

  private sees(reason: Reason): boolean {
    return this.everything || this.inSight.has(reason);
  }

  /** Tells the experiments of a reason whether they are seen. */
  private tell(reason: Reason): void {
    // Rendered once more, so that what it says of its experiments is still true.
    this.rendered.delete(reason);
    for (const [name, owner] of this.owners) {
      if (owner === reason) this.studies.get(name)?.see(this.sees(reason));
    }
    this.changed();
  }

  // ---- for paper ----

  /** Whether all is computed, in sight or not. */
  seeEverything(everything: boolean): void {
    if (everything === this.everything) return;
    this.everything = everything;
    for (const reason of REASONS) this.tell(reason);
  }

  /** How many experiments there are, and how many have come to an end, if only by the reader's hand. */
  get studied(): { readonly ended: number; readonly all: number } {
    const ended = [...this.studies.values()].filter(({ progress }) =>
      ["done", "failed", "stopped"].includes(progress),
    );
    return { ended: ended.length, all: this.studies.size };
  }

  // ---- pictures ----

  /** A canvas with a chart, drawn anew when one of `deps` or the palette has changed. */
  chart(
    name: string,
    alt: string,
    deps: readonly unknown[],
    make: () => Chart,
    pick?: (point: Point) => void,
  ): Picture {
    let figure = this.charts.get(name);
    if (figure === undefined) {
      figure = new ChartFigure(pick);
      this.charts.set(name, figure);
    }
    const drawing = figure;
    const { palette, page } = this;
    this.pending.set(name, {
      deps: [palette, page.printing, page.language, ...deps],
      draw: () => drawing.draw({ chart: make(), palette, whole: page.printing }),
    });
    return {
      ...{ name, alt },
      scene: (width, colors, measure) => {
        const chart = this.inColors(colors, make);
        return chartScene(chart, layoutChart(chart, width, measure), colors, measure);
      },
      template: html`<div class="picture">
        <canvas role="img" aria-label=${alt} ?data-pick=${pick !== undefined} ${ref(figure.attach)}></canvas>
      </div>`,
    };
  }

  /** A canvas with a heat map that is only looked at. */
  heatmap(name: string, alt: string, deps: readonly unknown[], make: () => Heatmap): Picture {
    let figure = this.heatmaps.get(name);
    if (figure === undefined) {
      figure = new HeatmapFigure(NO_EVENTS);
      this.heatmaps.set(name, figure);
    }
    const drawing = figure;
    const { palette, page } = this;
    this.pending.set(name, {
      deps: [palette, page.printing, page.language, ...deps],
      draw: () => drawing.draw({ heatmap: make(), palette, highlight: null, whole: page.printing }),
    });
    return {
      ...{ name, alt },
      scene: heatmapTake((colors) => this.inColors(colors, make)),
      template: html`<div class="picture">
        <canvas role="img" aria-label=${alt} ${ref(figure.attach)}></canvas>
      </div>`,
    };
  }

  /** What `make` draws in other colours than the page's. */
  private inColors<T>(palette: Palette, make: () => T): T {
    const before = this.otherPalette;
    this.otherPalette = palette;
    try {
      return make();
    } finally {
      this.otherPalette = before;
    }
  }

  /** A table of numbers, folded away. `columns` are the columns' numbers. */
  table(
    name: string,
    corner: string,
    rowLabels: readonly string[],
    colLabels: readonly string[],
    columns: readonly ArrayLike<number>[],
  ): MatrixTable {
    const rows = rowLabels.length;
    const data = Float64Array.from(
      { length: rows * columns.length },
      (_, i) => columns[i % columns.length]?.[Math.floor(i / columns.length)] ?? Number.NaN,
    );
    // The same numbers are the same matrix: a table is built anew only for new ones, not in every frame.
    const labels = [...rowLabels, ...colLabels].join("\n");
    const before = this.tables.get(this.rendering)?.get(name);
    const same =
      before?.labels === labels &&
      before.matrix.data.length === data.length &&
      data.every((value, i) => Object.is(value, before.matrix.data[i]));
    const matrix = same ? before.matrix : { rows, cols: columns.length, data };
    this.newTables.set(name, { labels, matrix });
    return { name, matrix, rowLabels, colLabels, corner };
  }

  /** Offers a figure of the reason that is being rendered to be taken away, under its title. */
  offer(
    title: string,
    { name, alt, scene }: Picture,
    tables: readonly MatrixTable[],
    inputs: Inputs,
  ): string {
    const id = `${this.rendering}-${name}`;
    this.page.offer({ id, part: this.rendering, inputs, take: { title, alt, tables, scene } });
    return id;
  }

  /** After the page has been rendered: draws what has changed. */
  draw(): void {
    for (const [name, { deps, draw }] of this.pending) {
      const before = this.drawn.get(name);
      if (before !== undefined && same(before, deps)) continue;
      this.drawn.set(name, deps);
      draw();
    }
    this.pending.clear();
  }

  end(): void {
    this.ended = true;
    this.laboratory?.leave();
    this.player.stop();
    for (const study of this.studies.values()) study.end();
    this.sights.disconnect();
    this.studies.clear();
    this.inSight.clear();
  }
}
