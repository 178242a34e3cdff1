/**
 * The sentence as it is read, the answer that each new state asks for, and the heat maps that show
 * it.
 */
import { requestOf, type SentenceAttention } from "../attention/sentence-attention.js";
import { HeatmapFigure } from "../draw/heatmap-figure.js";
import { entryOf, memo } from "../memo.js";
import { opensForPaper } from "../opens-for-paper.js";
import { Controller } from "../page/controller.js";
import { FIRST_FIGURES, type FigureName, isPair, type Page, ROW_FIGURES } from "../page/page.js";
import { heatmapOf } from "../parts/matrices/heatmaps.js";
import { START, type State } from "../state/state.js";
import { type Reading, readWords } from "../state/words.js";
import { installMathFont } from "../ui/math-font.js";

/**
 * Reads the sentence and asks for the attention of each new state; starts the engine near the
 * viewport.
 */
export class SentenceReader extends Controller {
  reading: Reading = readWords(START.sentence);
  /** The last state that has settled. */
  linked: State = START;
  private readonly read = memo(readWords);
  private readonly request = memo(requestOf);
  private readonly nearness = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) this.start();
    },
    { rootMargin: "200px" },
  );

  override hostConnected(): void {
    if (this.host.ownPage || opensForPaper()) this.start();
    else this.nearness.observe(this.host);
  }

  hostDisconnected(): void {
    this.host.attention.stop();
    this.nearness.disconnect();
  }

  /**
   * Starts the engine, also where the element is not in sight yet.
   * @returns when it runs, or has not started
   */
  start(): Promise<void> {
    this.nearness.disconnect();
    // A font that came after the first layout would have all texts laid out again.
    installMathFont();
    return this.host.attention.start();
  }

  hostUpdate(): void {
    const { host } = this;
    const { attention } = host;
    this.reading = this.read(host.state.sentence, host.state.cuts);
    // A sentence that cannot be read leaves the words of the last one that could.
    const last = attention.words ?? START.sentence.split(" ");
    const words = this.reading.problem === null ? this.reading.words : last;
    attention.ask(this.request(host.state, words), host.motion.movement !== undefined);
    if (!attention.settling) this.linked = host.state;
  }
}

/** The heat maps of the first screen and of the sections below it, drawn after each update. */
export class HeatmapFigures extends Controller {
  private readonly figures = new Map<FigureName, HeatmapFigure>();
  private readonly maps = memo(
    (palette: Page["palette"], text: Page["text"], result: SentenceAttention) =>
      [...FIRST_FIGURES, ...ROW_FIGURES].map(
        (name) => [name, heatmapOf({ palette, text }, result, name)] as const,
      ),
  );

  of(name: FigureName): HeatmapFigure {
    const figure = entryOf(this.figures, name, () => new HeatmapFigure());
    figure.events = isPair(name) ? this.host.pointer : undefined;
    return figure;
  }

  hostUpdated(): void {
    const { attention, palette, language, text, pointer, surroundings, seen, motion } = this.host;
    if (attention.result === null || !seen || motion.movement?.pictures === false) return;
    const { printing: whole } = surroundings;
    for (const [name, heatmap] of this.maps(palette, text, attention.result)) {
      const figure = this.of(name);
      if (figure.awaitsCanvas) continue;
      const ofWords = isPair(name) || ROW_FIGURES.some((rows) => rows === name);
      const highlight = ofWords ? pointer.highlight : null;
      figure.draw({ heatmap, palette, language, highlight, whole });
    }
  }
}
