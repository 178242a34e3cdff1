/**
 * The answers that a reader picks on the slides of a lesson, as the key `picked` holds them:
 * "matrices-1.variance-0", by the names of slides and the numbers of answers. "none" asks, without
 * an answer yet. Only the first answer to a question counts.
 */
import type { SlideName } from "../part-kit/slides.js";
import type { State } from "../state/state.js";
import type { Item } from "./lessons.js";

type Picked = Pick<State, "picked">;

/** What `picked` starts with. */
export const NONE_PICKED = "none";

/** Whether answers are to be picked. */
export const picks = ({ picked }: Picked): boolean => picked !== "";

/** The number of the answer to the question of a slide; undefined where there is none. */
export function pickedOn({ picked }: Picked, slide: SlideName): number | undefined {
  const answer = picked.split(".").find((each) => each.startsWith(`${slide}-`));
  return answer === undefined ? undefined : Number(answer.slice(slide.length + 1));
}

/** All answers with that to the question of a slide, where it has none yet. */
export function withPick(state: Picked, slide: SlideName, answer: number): string {
  if (pickedOn(state, slide) !== undefined) return state.picked;
  const others = picks(state) && state.picked !== NONE_PICKED ? [state.picked] : [];
  return [...others, `${slide}-${answer}`].join(".");
}

/** An answer, and the right one, by their numbers. */
export interface Answer {
  readonly slide: SlideName;
  readonly picked: number;
  readonly right: number;
}

/** The answers to the questions of a lesson, in its order. */
export const answersTo = (items: readonly Item[], state: Picked): Answer[] =>
  items.flatMap(({ slide, right, choices }) => {
    const picked = pickedOn(state, slide);
    // A link may name an answer that there is not.
    return picked === undefined || picked >= choices.length ? [] : [{ slide, picked, right }];
  });

export const isRight = ({ picked, right }: Answer): boolean => picked === right;
