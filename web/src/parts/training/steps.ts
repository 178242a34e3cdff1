/** The steps of a run that a moving picture of it goes through. */
import type { Steps } from "../../page/inputs.js";
import { many } from "../../part-kit/figure.js";
import type { PartView } from "../../part-kit/part-view.js";
import type { en } from "../../text/en/training.js";
import type { ShownRace } from "./race.js";
import { thinned } from "./track.js";

/** Pictures at most. */
const MOST = 30;

/** The steps whose parameters are kept; null while there are none to go through. */
export function stepsOf({ text }: PartView<typeof en>, race: ShownRace): Steps | null {
  const { snapshots, shown, running } = race;
  if (running || snapshots.list.length < 2) return null;
  const chosen = thinned(snapshots.list.length, MOST).flatMap((i) => snapshots.list[i] ?? []);
  const at = (index: number) => chosen[index]?.step ?? 0;
  return {
    names: chosen.map(({ step }) => text.status.step(many(step))),
    show: (index) => race.seek(index === null ? shown : (chosen[index] ?? null)),
    reached: (index) =>
      race.shown === chosen[index] &&
      race.lanes.every((lane) => lane.look?.step === lane.stepAt(at(index))),
  };
}
