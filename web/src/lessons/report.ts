/**
 * Reports a lesson to a course: each answer once, the score, the completion, and the place to go on
 * from. What is not taken is kept and sent again.
 */
import type { LessonMessage } from "./message.js";
import { type Answer, isRight } from "./picked.js";
import {
  type Answered,
  DONE,
  type Lms,
  NOT_IMPLEMENTED,
  SUSPENDED_LENGTH,
  timeOfDay,
  timespan,
} from "./scorm.js";

/** What `cmi.suspend_data` holds. */
interface Suspended {
  readonly fragment: string;
  /** The slides whose answers the LMS has. */
  readonly reported: readonly string[];
}

/** The letter of an answer: SCORM takes letters and figures for those of a choice. */
const letter = (answer: number): string => "abcdefghij".charAt(answer);

/** Milliseconds to wait for an LMS behind messages, and between two looks. */
const PATIENCE = 3000;
const LOOK = 100;

const later = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Whether a text is a state as a link of the page holds it, and nothing else. */
const isFragment = (text: unknown): text is string =>
  typeof text === "string" && /^[\w.%&=+*~-]+$/.test(text);

function readSuspended(text: string): Suspended | null {
  try {
    const { fragment, reported } = JSON.parse(text) as Partial<Suspended>;
    if (!isFragment(fragment) || !Array.isArray(reported)) return null;
    return { fragment, reported: reported.map(String) };
  } catch {
    return null;
  }
}

/** The answers of a state alone, for one that is too long to be kept whole. */
function shortened(fragment: string): string {
  const all = new URLSearchParams(fragment);
  const kept = ["lesson", "present", "picked", "lang", "theme", "hide"];
  return String(new URLSearchParams([...all].filter(([key]) => kept.includes(key))));
}

function writeSuspended({ fragment, reported }: Suspended): string {
  const whole = JSON.stringify({ fragment, reported });
  if (whole.length <= SUSPENDED_LENGTH) return whole;
  return JSON.stringify({ fragment: shortened(fragment), reported });
}

const picksIn = (fragment: URLSearchParams): string[] =>
  (fragment.get("picked") ?? "").split(".").filter((pick) => pick.includes("-"));

/** A fragment with the answers of an earlier one too, which count where both answer the same. */
export function withEarlier(fragment: string, earlier: string): string {
  const now = new URLSearchParams(fragment);
  const slideOf = (pick: string) => pick.replace(/-\d$/, "");
  const before = picksIn(new URLSearchParams(earlier));
  const slides = before.map(slideOf);
  const others = picksIn(now).filter((pick) => !slides.includes(slideOf(pick)));
  now.set("picked", [...before, ...others].join(".") || "none");
  return String(now);
}

/** An answer on its way: its place among those that the LMS has, and when it was given. */
interface Sent extends Answer {
  readonly time: string;
  place: number | null;
}

export class Report {
  /** The slides whose answers the LMS has. */
  private readonly reported = new Set<string>();
  private readonly answers = new Map<string, Sent>();
  private latest: LessonMessage | null = null;
  private place: string | null = null;
  /** How many answers the LMS has of all sessions; the next one's place. */
  private count = 0;
  /** Whether the LMS has no place for answers. */
  private isWithoutAnswers = false;
  /** Whether the lesson was completed before; the LMS may have made a pass of it. */
  private wasCompleted = false;
  private readonly started = Date.now();

  constructor(private readonly lms: Lms) {}

  /**
   * Begins the session.
   * @returns the fragment at which the lesson was left; null where there is none
   */
  async open(): Promise<string | null> {
    if (!this.lms.open().ok) return null;
    // Every LMS gives a status from the start. One behind messages to another origin does so once
    // the first of them is answered, and then knows the rest.
    for (let waited = 0; this.readStatus() === "" && waited < PATIENCE; waited += LOOK) {
      await later(LOOK);
    }
    return this.readEarlier();
  }

  private readStatus(): string {
    for (const element of ["cmi.suspend_data", "cmi.interactions._count"]) this.lms.get(element);
    return this.lms.get("cmi.core.lesson_status");
  }

  /** Reads what the LMS has of earlier sessions. @returns the fragment among it */
  private readEarlier(): string | null {
    this.wasCompleted = /^(completed|passed|failed)$/.test(this.readStatus());
    this.count = Number.parseInt(this.lms.get("cmi.interactions._count"), 10) || 0;
    const suspended = readSuspended(this.lms.get("cmi.suspend_data"));
    for (const slide of suspended?.reported ?? []) this.reported.add(slide);
    return suspended?.fragment ?? null;
  }

  /**
   * The fragment to go on at, where the LMS did not answer at the start and has the lesson of an
   * earlier session; null where there is none, and once it was asked for.
   */
  takePlace(): string | null {
    const { place } = this;
    this.place = null;
    return place;
  }

  /** Begins the session late. What is known now is sent once the page has the earlier answers too. */
  private openLate({ fragment }: LessonMessage): Answered {
    const opened = this.lms.open();
    if (!opened.ok) return opened;
    const earlier = this.readEarlier();
    if (earlier !== null) this.place = withEarlier(fragment, earlier);
    return DONE;
  }

  /** How many answers the LMS has of those that were given. */
  get taken(): number {
    const answers = this.latest?.answers ?? [];
    return answers.filter(({ slide }) => this.isWithoutAnswers || this.reported.has(slide)).length;
  }

  /** Keeps how far the lesson is, to be sent. */
  follow(message: LessonMessage): void {
    this.latest = message;
    for (const answer of message.answers) {
      if (this.answers.has(answer.slide)) continue;
      this.answers.set(answer.slide, { ...answer, time: timeOfDay(new Date()), place: null });
    }
  }

  /** Sends what the LMS has not yet. */
  send(): Answered {
    const { latest, lms } = this;
    if (latest === null) return DONE;
    const opened = lms.isOpen ? DONE : this.openLate(latest);
    if (!opened.ok || this.place !== null) return opened;
    return this.inTurn([
      () => this.sendAnswers(),
      () => this.sendScore(latest),
      () => this.sendPlace(latest),
      () => lms.commit(),
    ]);
  }

  /** Takes steps up to the first that fails. */
  private inTurn(steps: readonly (() => Answered)[]): Answered {
    for (const step of steps) {
      const answered = step();
      if (!answered.ok) return answered;
    }
    return DONE;
  }

  private setAll(values: readonly (readonly [element: string, value: string])[]): Answered {
    return this.inTurn(
      values.map(
        ([element, value]) =>
          () =>
            this.lms.set(element, value),
      ),
    );
  }

  private sendAnswers(): Answered {
    for (const answer of this.answers.values()) {
      if (this.isWithoutAnswers) break;
      if (this.reported.has(answer.slide)) continue;
      const answered = this.sendAnswer(answer);
      if (!answered.ok) return answered;
    }
    return DONE;
  }

  private sendAnswer(answer: Sent): Answered {
    const { slide, picked, right, time } = answer;
    if (answer.place === null) {
      answer.place = this.count;
      this.count += 1;
    }
    const at = `cmi.interactions.${answer.place}`;
    const first = this.lms.set(`${at}.id`, slide);
    if (!first.ok && first.code === NOT_IMPLEMENTED) {
      this.isWithoutAnswers = true;
      return DONE;
    }
    if (!first.ok) return first;
    const answered = this.setAll([
      [`${at}.type`, "choice"],
      [`${at}.time`, time],
      [`${at}.correct_responses.0.pattern`, letter(right)],
      [`${at}.student_response`, letter(picked)],
      [`${at}.result`, isRight(answer) ? "correct" : "wrong"],
    ]);
    if (answered.ok) this.reported.add(slide);
    return answered;
  }

  private sendScore({ answers, questions }: LessonMessage): Answered {
    const score = Math.round((answers.filter(isRight).length / questions) * 10_000) / 100;
    const status = answers.length === questions ? "completed" : "incomplete";
    return this.setAll([
      ["cmi.core.score.min", "0"],
      ["cmi.core.score.max", "100"],
      ["cmi.core.score.raw", String(score)],
      ...(this.wasCompleted ? [] : ([["cmi.core.lesson_status", status]] as const)),
    ]);
  }

  private sendPlace({ slide, fragment }: LessonMessage): Answered {
    const reported = [...this.reported];
    return this.setAll([
      ["cmi.core.lesson_location", slide],
      ["cmi.suspend_data", writeSuspended({ fragment, reported })],
      ["cmi.core.exit", "suspend"],
      ["cmi.core.session_time", timespan(Date.now() - this.started)],
    ]);
  }

  /** Sends all once more, and ends the session. */
  close(): void {
    this.send();
    this.lms.close();
  }
}
