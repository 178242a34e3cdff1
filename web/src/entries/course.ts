/**
 * The page of a SCORM package: holds the page in one file, opened in a lesson, and reports to the
 * course that has opened it. Without a course it is that page. web/tools/courses.mjs writes the
 * document around it.
 */
import { type LessonMessage, readMessage } from "../lessons/message.js";
import { isRight } from "../lessons/picked.js";
import { Report } from "../lessons/report.js";
import { type ApiWindow, findApi, Lms } from "../lessons/scorm.js";
import type { LessonWords } from "../text/en/lessons.js";
import { say } from "../text/rich.js";

/** What the document tells its script. */
export interface CourseData {
  /** The fragment of the first slide. */
  readonly start: string;
  readonly words: LessonWords["course"];
}

/** Milliseconds after which what was not taken is sent again. */
const AGAIN = 10_000;
/** Milliseconds of rest after which a changed figure is kept. */
const SETTLED = 2000;

const byId = (id: string) => document.getElementById(id) as HTMLElement;
const { start, words } = JSON.parse(byId("course").textContent ?? "") as CourseData;

const line = byId("report");
const again = document.createElement("button");
again.type = "button";
again.textContent = words.again;

const show = (text: string, ...others: Node[]) => {
  line.hidden = false;
  line.replaceChildren(text, ...others);
};

const pageAt = (fragment: string) => `attention-scale.html#${fragment}`;

/** Opens the page at a fragment. */
function openPage(fragment: string): HTMLIFrameElement {
  const frame = document.createElement("iframe");
  frame.title = document.title;
  frame.allow = "fullscreen";
  frame.src = pageAt(fragment);
  document.body.append(frame);
  return frame;
}

/** Hears how far the lesson is, and reports it. */
function follow(report: Report, frame: HTMLIFrameElement): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sentence = "";
  let latest: LessonMessage | undefined;

  const soon = (milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(send, milliseconds);
  };

  /** Screen readers hear a sentence once. */
  function tell(text: string, ...others: Node[]): void {
    if (text === sentence) return;
    sentence = text;
    show(text, ...others);
  }

  function send(): void {
    clearTimeout(timer);
    if (latest === undefined) return;
    const answered = report.send();
    const place = report.takePlace();
    if (place !== null) {
      // The page then tells of the answers of both sessions.
      frame.src = pageAt(place);
      soon(SETTLED);
      return;
    }
    if (answered.ok) {
      const { answers, questions: count } = latest;
      const right = answers.filter(isRight).length;
      tell(say(words.reported, { reported: report.taken, count, right }));
      return;
    }
    soon(AGAIN);
    const { reason } = answered;
    tell(reason === "" ? words.unsent : `${words.unsent} ${say(words.reason, { reason })}`, again);
  }

  again.onclick = send;
  addEventListener("message", ({ data, source }) => {
    const message = source === frame.contentWindow ? readMessage(data) : undefined;
    if (message === undefined) return;
    const isStep =
      message.slide !== latest?.slide || message.answers.length !== latest.answers.length;
    latest = message;
    report.follow(message);
    // Most systems answer over the network while the page waits, which a slider must not.
    if (isStep) send();
    else soon(SETTLED);
  });
  // Phones end a window without a word once it is out of sight.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") send();
  });
  addEventListener("pagehide", () => report.close());
  // A page that comes back from the browser's cache has ended its session.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) location.reload();
  });
}

async function begin(): Promise<void> {
  const api = findApi(globalThis as unknown as ApiWindow);
  if (api === null) {
    // Opened by itself, nobody has asked for a report.
    if (parent !== self || opener !== null) show(words.alone);
    openPage(start);
    return;
  }
  const report = new Report(new Lms(api));
  const left = await report.open();
  follow(report, openPage(left ?? start));
}

void begin();
