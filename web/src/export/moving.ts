/**
 * The moving picture in the Download menu: leads the page through the pictures of a figure and makes them a file, with progress
 * and a button that stops it.
 */
import { html, type TemplateResult } from "lit";
import type { Scene } from "../draw/scene.js";
import { reasonOf } from "../engine/reason.js";
import { anchorId } from "../page/anchor.js";
import type { Offered } from "../page/offered.js";
import type { PageElement } from "../page/page.js";
import { revokeLater } from "../ui/save.js";
import type { Course } from "./moves.js";
import type { ExportText } from "./texts.js";

interface Moved {
  readonly blob: Blob;
  readonly frames: number;
  /** The last picture. */
  readonly scene: Scene;
  readonly url: string;
}

/** Draws a picture with the name beside its title, as high as `height` at least. */
type Draw = (offered: Offered, name: string, height?: number) => Scene;

/** The page is rendered before timers run: without a pause all pictures would be one task. */
const pause = () => new Promise((resolve) => setTimeout(resolve));

export class Moving {
  /** The figure of the recording or of the file. */
  id = "";
  made: Moved | null = null;
  problem: string | null = null;
  /** Stops the recording, if there is one. */
  private recording: AbortController | null = null;
  /** Pictures that are taken, and then those that are written. */
  private done = 0;
  private figures: readonly Offered[] = [];
  private look = () => {};

  constructor(
    private readonly page: PageElement,
    private readonly changed: () => void,
  ) {}

  /** To be called in each rendering of the page, after its figures are offered. */
  follow(figures: readonly Offered[]): void {
    this.figures = figures;
    this.look();
  }

  /** Ends a recording, and discards the file. */
  drop(): void {
    this.recording?.abort();
    this.recording = null;
    this.look();
    if (this.made !== null) revokeLater(this.made.url);
    this.made = null;
    this.problem = null;
  }

  /** @param family the font of the pictures */
  async record({ id, part }: Offered, course: Course, draw: Draw, family: string): Promise<void> {
    this.drop();
    this.id = id;
    this.done = 0;
    const recording = new AbortController();
    this.recording = recording;
    const { signal } = recording;
    const { scrollX, scrollY } = globalThis;
    // A part that is out of sight computes nothing.
    this.page.renderRoot.querySelector(`#${anchorId(part)}`)?.scrollIntoView();
    try {
      const { gifOf } = await import("./gif.js");
      const scenes = await this.scenes(course, draw, signal);
      const tell = (written: number) => {
        if (signal.aborted) return;
        this.done = scenes.length + written;
        this.changed();
      };
      const gif = await gifOf(scenes, family, tell, signal);
      const url = URL.createObjectURL(gif.blob);
      this.made = { ...gif, scene: scenes.at(-1) as Scene, url };
    } catch (error) {
      if (!signal.aborted) this.problem = reasonOf(error);
    }
    scrollTo({ left: scrollX, top: scrollY, behavior: "instant" });
    if (recording === this.recording) this.recording = null;
    this.changed();
  }

  /** The pictures, all of one height. Throws where the reader has stopped. */
  private async scenes(course: Course, draw: Draw, signal: AbortSignal): Promise<Scene[]> {
    const taken: { readonly offered: Offered; readonly name: string; readonly scene: Scene }[] = [];
    try {
      for (const [i, name] of course.names.entries()) {
        signal.throwIfAborted();
        course.show(i);
        const offered = await this.picture(course, i, signal);
        taken.push({ offered, name, scene: draw(offered, name) });
        // Told with the rendering that the next picture causes.
        this.done = i + 1;
        await pause();
      }
    } finally {
      course.show(null);
    }
    const high = Math.max(...taken.map(({ scene: { height } }) => height));
    return taken.map(({ offered, name, scene }) =>
      scene.height === high ? scene : draw(offered, name, high),
    );
  }

  /** The figure once it shows a picture. */
  private async picture(course: Course, index: number, signal: AbortSignal): Promise<Offered> {
    const found = await new Promise<Offered>((resolve, reject) => {
      this.look = () => {
        const offered = this.figures.find(({ id }) => id === this.id);
        if (signal.aborted) reject(signal.reason);
        else if (offered !== undefined && course.reached(offered, index)) resolve(offered);
      };
      // The figure may be there already: then nothing else would have the page rendered.
      this.changed();
    });
    await pause();
    return found;
  }

  /** The button that begins, or how far the recording is; nothing of a file that is made. */
  render({ moving: text }: ExportText, { names }: Course, begin: () => void): TemplateResult {
    if (this.recording === null)
      return html`<button type="button" @click=${begin}>${text.record(names.length)}</button>`;
    const stop = () => {
      this.drop();
      this.changed();
    };
    return html`<div class="recording">
      <progress max=${2 * names.length} .value=${this.done} aria-label=${text.recording}></progress>
      <span>${text.progress(Math.min(this.done, names.length), names.length)}</span>
      <button type="button" class="small" @click=${stop}>${text.stop}</button>
    </div>`;
  }
}
