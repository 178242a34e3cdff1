/**
 * The moving picture in the Download menu: leads the page through the pictures of a figure (values
 * of a key of the state, or what the figure brings itself) and makes them a file.
 */
import type { Scene } from "../draw/scene.js";
import { indexed } from "../indexed.js";
import { anchorId } from "../page/anchor.js";
import type { FigureSteps, Offered, Powers } from "../page/inputs.js";
import type { PageElement } from "../page/page.js";

/** The pictures of a moving one: their names stand beside the title. */
export interface Course extends Omit<FigureSteps, "reached"> {
  /** Whether the figure, as it is offered, is that picture and complete. */
  reached(offered: Offered, index: number): boolean;
}

/** What a figure of the sentence goes through where it does not say otherwise. */
const DIM_POWERS: Powers = { key: "dim", name: "$d$", from: 0, to: 10, steps: 4, digits: 0 };

const powersOf = ({ from, to, steps, digits }: Powers): readonly number[] => [
  ...new Set(
    Array.from({ length: (to - from) * steps + 1 }, (_, i) =>
      Number((2 ** (from + i / steps)).toFixed(digits)),
    ),
  ),
];

/**
 * A figure of the sentence follows d, unless an experiment or the worked example gives its numbers.
 */
function followed({ inputs }: Offered) {
  const { moves, words, state, study, otherStudies = [] } = inputs;
  if (moves !== undefined) return moves;
  const follows = words.length > 0 && state.vectors !== "example";
  return follows && study === undefined && otherStudies.length === 0 ? DIM_POWERS : null;
}

/** null: the figure does not move. */
export function courseOf(offered: Offered, page: PageElement): Course | null {
  const moves = followed(offered);
  if (moves === null) return null;
  if (!("key" in moves)) return { ...moves, reached: (_, index) => moves.reached(index) };
  const { state: before, junk, landed } = page;
  // To restore a state tells neither the history nor the page around.
  const { key, name } = moves;
  const values = powersOf(moves);
  return {
    names: values.map((value) => `${name} = ${value}`),
    show: (index) => {
      page.restore(index === null ? before : { ...before, at: null, [key]: values[index] }, junk);
      // The same folds stay open.
      page.landed = landed;
    },
    reached: ({ inputs: { state, run } }, index) =>
      state[key] === values[index] && run === undefined,
  };
}

/** Draws a picture with the name beside its title, as high as `height` at least. */
type Draw = (offered: Offered, name: string, height?: number) => Scene;

/** The page is rendered before timers run: without a pause all pictures would be one task. */
const pause = () => new Promise((resolve) => setTimeout(resolve));

export class Moving {
  /** Ends the recording, if there is one. */
  private recording = new AbortController();
  /** Pictures that are taken, and then those that are written. */
  done = 0;
  /** The dialog calls this after each rendering of the page, which offers its figures. */
  look = () => {};

  constructor(private readonly page: PageElement) {}

  stop(): void {
    this.recording.abort();
    this.look();
  }

  /** @param family the font of the pictures */
  async record({ id, part }: Offered, course: Course, draw: Promise<Draw>, family: string) {
    this.done = 0;
    this.recording = new AbortController();
    const { signal } = this.recording;
    const { scrollX, scrollY } = globalThis;
    // A part that is out of sight computes nothing.
    this.page.renderRoot.querySelector(`#${anchorId(part)}`)?.scrollIntoView();
    try {
      const { gifOf } = await import("./gif.js");
      const scenes = await this.scenes(id, course, await draw, signal);
      const tell = (written: number) => {
        if (signal.aborted) return;
        this.done = scenes.length + written;
        this.page.requestUpdate();
      };
      return { ...(await gifOf(scenes, family, tell, signal)), scene: scenes.at(-1) as Scene };
    } finally {
      scrollTo({ left: scrollX, top: scrollY, behavior: "instant" });
    }
  }

  /** The pictures, all of one height. Throws where the reader has stopped. */
  private async scenes(id: string, course: Course, draw: Draw, signal: AbortSignal) {
    const pictures: { readonly offered: Offered; readonly name: string; readonly scene: Scene }[] =
      [];
    try {
      for (const [i, name] of indexed(course.names)) {
        signal.throwIfAborted();
        course.show(i);
        const offered = await this.picture(id, course, i, signal);
        pictures.push({ offered, name, scene: draw(offered, name) });
        // Told with the rendering that the next picture causes.
        this.done = i + 1;
        await pause();
      }
    } finally {
      course.show(null);
    }
    const high = Math.max(...pictures.map(({ scene: { height } }) => height));
    return pictures.map(({ offered, name, scene }) =>
      scene.height === high ? scene : draw(offered, name, high),
    );
  }

  /** The figure once it shows a picture. */
  private async picture(id: string, course: Course, index: number, signal: AbortSignal) {
    const found = await new Promise<Offered>((resolve, reject) => {
      this.look = () => {
        const offered = this.page.download.figures.find((figure) => figure.id === id);
        if (signal.aborted) reject(signal.reason);
        else if (offered !== undefined && course.reached(offered, index)) resolve(offered);
      };
      // The figure may be there already: then nothing else would have the page rendered.
      this.page.requestUpdate();
    });
    await pause();
    return found;
  }
}
