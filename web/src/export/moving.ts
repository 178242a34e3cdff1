/** The moving picture in the Download menu: its recording, with progress and a button that stops it, and its file. */
import { html, type TemplateResult } from "lit";
import type { Scene } from "../draw/scene.js";
import { reasonOf } from "../engine/reason.js";
import { anchorId } from "../page/anchor.js";
import type { Offered } from "../page/offered.js";
import type { PageElement } from "../page/page.js";
import { revokeLater } from "../ui/save.js";
import type { Course } from "./moves.js";
import type { Recorded, Recording } from "./recording.js";
import type { ExportText } from "./texts.js";

export class Moving {
  /** The figure of the recording or of the file. */
  id = "";
  made: (Recorded & { readonly url: string }) | null = null;
  problem: string | null = null;
  private recording: Recording | null = null;

  constructor(
    private readonly page: PageElement,
    private readonly changed: () => void,
  ) {}

  /** To be called in each rendering of the page, after its figures are offered. */
  follow(figures: readonly Offered[]): void {
    this.recording?.follow(figures);
  }

  /** Ends a recording, and discards the file. */
  drop(): void {
    this.recording?.stop();
    this.recording = null;
    if (this.made !== null) revokeLater(this.made.url);
    this.made = null;
    this.problem = null;
  }

  /** @param family the font of the pictures, which `scene` draws */
  async record(
    { id, part }: Offered,
    course: Course,
    scene: (offered: Offered, name: string, height?: number) => Scene,
    family: string,
  ): Promise<void> {
    this.drop();
    this.id = id;
    const { renderRoot } = this.page;
    const { scrollX, scrollY } = globalThis;
    let recording: Recording | null = null;
    try {
      const { Recording } = await import("./recording.js");
      if (this.id !== id || this.recording !== null) return;
      recording = this.recording = new Recording(id, course, this.changed);
      // A part that is out of sight computes nothing.
      renderRoot.querySelector(`#${anchorId(part)}`)?.scrollIntoView();
      this.changed();
      const recorded = await recording.run(scene, family);
      if (recorded !== null && recording === this.recording)
        this.made = { ...recorded, url: URL.createObjectURL(recorded.blob) };
    } catch (error) {
      this.problem = reasonOf(error);
    }
    scrollTo({ left: scrollX, top: scrollY, behavior: "instant" });
    if (recording === this.recording) this.recording = null;
    this.changed();
  }

  /** The button that begins, or how far the recording is; nothing of a file that is made. */
  render({ moving: text }: ExportText, { names }: Course, begin: () => void): TemplateResult {
    const { recording } = this;
    if (recording === null)
      return html`<button type="button" @click=${begin}>${text.record(names.length)}</button>`;
    const { done, total } = recording;
    const stop = () => {
      this.drop();
      this.changed();
    };
    return html`<div class="recording">
      <progress max=${total} .value=${done} aria-label=${text.recording}></progress>
      <span>${text.progress(Math.min(done, names.length), names.length)}</span>
      <button type="button" class="small" @click=${stop}>${text.stop}</button>
    </div>`;
  }
}
