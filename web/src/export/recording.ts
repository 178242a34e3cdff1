/** Leads the page through the pictures of a figure and makes them a file. Loaded when a moving picture is asked for. */
import type { Scene } from "../draw/scene.js";
import type { Offered } from "../page/offered.js";
import { gifOf, pause } from "./gif.js";
import type { Course } from "./moves.js";

export interface Recorded {
  readonly blob: Blob;
  readonly frames: number;
  /** The last picture. */
  readonly scene: Scene;
}

export class Recording {
  /** Pictures that are taken, and then those that are written. */
  done = 0;
  private stopped = false;
  private figures: readonly Offered[] = [];
  private look = () => {};

  constructor(
    private readonly id: string,
    private readonly course: Course,
    private readonly changed: () => void,
  ) {}

  get total(): number {
    return 2 * this.course.names.length;
  }

  /** To be called with the figures of the page in each of its renderings, after they are offered. */
  follow(figures: readonly Offered[]): void {
    this.figures = figures;
    this.look();
  }

  stop(): void {
    this.stopped = true;
    this.look();
  }

  /**
   * @param scene draws a picture with the name beside its title, as high as `height` at least
   * @returns null where it was stopped
   */
  async run(
    scene: (offered: Offered, name: string, height?: number) => Scene,
    family: string,
  ): Promise<Recorded | null> {
    const { course } = this;
    const taken: { readonly offered: Offered; readonly name: string; readonly scene: Scene }[] = [];
    try {
      for (const [i, name] of course.names.entries()) {
        if (this.stopped) return null;
        course.show(i);
        const offered = await this.picture(i);
        if (offered === null) return null;
        taken.push({ offered, name, scene: scene(offered, name) });
        // Told with the rendering that the next picture causes.
        this.done = i + 1;
        await pause();
      }
    } finally {
      course.show(null);
    }
    const high = Math.max(...taken.map(({ scene: { height } }) => height));
    const scenes = taken.map((one) =>
      one.scene.height === high ? one.scene : scene(one.offered, one.name, high),
    );
    const tell = (written: number) => {
      this.done = taken.length + written;
      this.changed();
    };
    const made = await gifOf(scenes, family, tell, () => !this.stopped);
    return made && { ...made, scene: scenes.at(-1) as Scene };
  }

  /** The figure once it shows a picture; null where the reader has stopped. */
  private async picture(index: number): Promise<Offered | null> {
    const found = await new Promise<Offered | null>((resolve) => {
      this.look = () => {
        const offered = this.figures.find(({ id }) => id === this.id);
        if (this.stopped) resolve(null);
        else if (offered !== undefined && this.course.reached(offered, index)) resolve(offered);
      };
      // The figure may be there already: then nothing else would have the page rendered.
      this.changed();
    });
    // The page is rendered before timers run: without a pause all pictures would be one task.
    await pause();
    return found;
  }
}
