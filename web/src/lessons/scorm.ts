/**
 * Speaks SCORM 1.2 with a learning management system (LMS), as "The SCORM Run-Time Environment 1.2"
 * of ADL says. An LMS may be missing, answer nothing, refuse, or throw at any call.
 */

/** What an LMS puts into a window, by the name API. It returns strings; some return booleans. */
export interface ScormApi {
  LMSInitialize(empty: ""): unknown;
  LMSFinish(empty: ""): unknown;
  LMSGetValue(element: string): unknown;
  LMSSetValue(element: string, value: string): unknown;
  LMSCommit(empty: ""): unknown;
  LMSGetLastError(): unknown;
  LMSGetErrorString(code: string): unknown;
}

/** A window, as far as an API is looked for in it. */
export interface ApiWindow {
  readonly API?: ScormApi | undefined;
  readonly parent: ApiWindow;
  readonly opener: ApiWindow | null;
}

/** How many frames around it are looked through: more than any system has. */
const MOST_FRAMES = 500;

/** What a window of another origin refuses is absent. */
function refusable<T>(get: () => T): T | undefined {
  try {
    return get();
  } catch {
    return undefined;
  }
}

/** The windows around a frame, from inside; the window itself is the first. */
function framesAround(start: ApiWindow): ApiWindow[] {
  const windows = [start];
  for (let i = 0; i < MOST_FRAMES; i += 1) {
    const inner = windows.at(-1) as ApiWindow;
    const outer = refusable(() => inner.parent);
    if (outer === undefined || outer === inner) break;
    windows.push(outer);
  }
  return windows;
}

/**
 * The API of an LMS: that of the nearest window around, or else of the window that has opened this
 * one, and those around it.
 */
export function findApi(start: ApiWindow): ScormApi | null {
  const windows = framesAround(start);
  const outermost = windows.at(-1) ?? start;
  const opener = refusable(() => outermost.opener) ?? refusable(() => start.opener) ?? null;
  const around = opener === null ? windows : [...windows, ...framesAround(opener)];
  for (const window of around) {
    const api = refusable(() => window.API);
    if (api) return api;
  }
  return null;
}

/** The code of an element that the LMS leaves out, as it may `cmi.interactions`. */
export const NOT_IMPLEMENTED = "401";

/** The most characters of `cmi.suspend_data`. */
export const SUSPENDED_LENGTH = 4096;

/** Why an LMS has not done what was asked: its code of the error, and its words, which may be none. */
export interface Refused {
  readonly ok: false;
  readonly code: string;
  readonly reason: string;
}

export type Answered = { readonly ok: true } | Refused;

export const DONE: Answered = { ok: true };

/** An API whose calls never throw. */
export class Lms {
  private hasSession = false;

  constructor(private readonly api: ScormApi) {}

  get isOpen(): boolean {
    return this.hasSession;
  }

  /** What a call returns, as text; empty where it throws. */
  private text(call: () => unknown): string {
    const result = refusable(call);
    return result === undefined || result === null ? "" : String(result);
  }

  /** Why the last call has failed. */
  private refusal(): Refused {
    const code = this.text(() => this.api.LMSGetLastError());
    const words = this.text(() => this.api.LMSGetErrorString(code));
    // An LMS that answers "false" to everything gives no reason.
    const reason = [words, code].find((each) => !/^(|0|false)$/.test(each)) ?? "";
    return { ok: false, code, reason };
  }

  private done(call: () => unknown): Answered {
    return this.text(call) === "true" ? DONE : this.refusal();
  }

  /** Begins a session, where none is open. */
  open(): Answered {
    if (this.hasSession) return DONE;
    const opened = this.done(() => this.api.LMSInitialize(""));
    this.hasSession = opened.ok;
    return opened;
  }

  get(element: string): string {
    return this.text(() => this.api.LMSGetValue(element));
  }

  set(element: string, value: string): Answered {
    return this.done(() => this.api.LMSSetValue(element, value));
  }

  commit(): Answered {
    return this.done(() => this.api.LMSCommit(""));
  }

  close(): void {
    if (!this.hasSession) return;
    this.hasSession = false;
    this.text(() => this.api.LMSFinish(""));
  }
}

const twoDigits = (count: number): string => String(count).padStart(2, "0");

/** A span in SCORM's form, as in 0000:12:03.50; what is longer than the form takes is its most. */
export function timespan(milliseconds: number): string {
  const hundredths = Math.min(Math.floor(milliseconds / 10), 9999 * 360_000);
  const seconds = Math.floor(hundredths / 100);
  const hours = String(Math.floor(seconds / 3600)).padStart(4, "0");
  const minutes = twoDigits(Math.floor(seconds / 60) % 60);
  return `${hours}:${minutes}:${twoDigits(seconds % 60)}.${twoDigits(hundredths % 100)}`;
}

/** The time of a day in SCORM's form. */
export const timeOfDay = (date: Date): string =>
  `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}:${twoDigits(date.getSeconds())}`;
