/** The race of the page's settings. The one before is kept: settings that are set back bring it back. */

import type { Laboratory } from "../../experiments/laboratory.js";
import { laneLaboratories } from "../../experiments/laboratory.js";
import type { Shared } from "../../part-kit/part-view.js";
import { readDate } from "./date.js";
import { keys, type LaneName } from "./keys.js";
import { Race } from "./race.js";
import type { Setup } from "./request.js";

/** How many races are kept. */
const KEPT = 2;

export class Races implements Shared {
  private readonly races = new Map<string, Race>();
  /** The race that is shown. */
  current: Race | null = null;
  private entered: Promise<readonly Laboratory[]> | undefined;
  private date = keys.date.start;

  constructor(private readonly changed: () => void) {}

  private readonly laboratories = () => {
    this.entered ??= laneLaboratories().then((all) => {
      for (const laboratory of all) laboratory.enter();
      return all;
    });
    return this.entered;
  };

  /**
   * @param date as it is typed; where it is none, the last one that was counts
   * @param boxes whether the reader has the boxes of the models open
   */
  of(setup: Setup, lanes: readonly LaneName[], date: string, boxes: boolean): Race {
    this.date = readDate(date)?.source ?? this.date;
    const key = JSON.stringify([setup, lanes]);
    const race =
      this.races.get(key) ?? new Race(setup, lanes, this.date, this.laboratories, this.changed);
    if (race !== this.current) void this.current?.pause();
    this.current = race;
    // The newest is the last.
    this.races.delete(key);
    this.races.set(key, race);
    for (const old of [...this.races.keys()].slice(0, -KEPT)) this.races.delete(old);
    race.ask(this.date, boxes);
    return race;
  }

  /** For Lit's ref directive: the reader leaves the chapter when the element of the race goes. */
  readonly watch = (element: Element | undefined): void => {
    if (element === undefined) this.leave();
  };

  async train(steps: number): Promise<void> {
    await this.current?.train(steps);
    if (this.current?.problem) throw new Error(this.current.problem);
  }

  retry(): void {
    this.current?.retry();
  }

  leave(): void {
    void this.current?.pause();
  }

  get answered(): boolean {
    const { current } = this;
    return !current || current.problem !== null || (current.answered && current.boxed);
  }

  end(): void {
    this.leave();
    // Nothing is entered any more.
    this.entered ??= Promise.resolve([]);
    void this.entered.then((all) => {
      for (const laboratory of all) laboratory.leave();
    });
  }
}
