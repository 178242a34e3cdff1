/** Reads the sentence and asks for the attention of each new state; starts the engine near the viewport. */
import { requestOf } from "../attention/sentence-attention.js";
import { type Reading, readWords } from "../attention/words.js";
import { memo } from "../memo.js";
import { Controller, whenNear } from "../page/controller.js";
import { START, type State } from "../state/state.js";
import { installMathFont } from "../ui/math-font.js";

export class Answers extends Controller {
  reading: Reading = readWords(START.sentence, "en");
  /** The last state that has settled. */
  linked: State = START;
  private readonly read = memo(readWords);
  private readonly request = memo(requestOf);
  private readonly nearness = whenNear("200px", () => this.start());

  override hostConnected(): void {
    if (this.host.ownPage) this.start();
    else this.nearness.observe(this.host);
  }

  hostDisconnected(): void {
    this.host.attention.stop();
    this.nearness.disconnect();
  }

  /** Starts the engine, also where the element is not in sight yet. */
  start(): void {
    this.nearness.disconnect();
    installMathFont();
    this.host.attention.start();
  }

  hostUpdate(): void {
    const { host } = this;
    const { attention } = host;
    this.reading = this.read(host.state.sentence, host.language);
    // A sentence that cannot be read leaves the words of the last one that could.
    const last = attention.words ?? START.sentence.split(" ");
    const words = this.reading.problem === null ? this.reading.words : last;
    attention.ask(this.request(host.state, words));
    if (!attention.settling) this.linked = host.state;
  }
}
