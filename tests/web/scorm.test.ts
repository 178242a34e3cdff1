/** How a lesson reports to a course: to a system as SCORM 1.2 has it, and to all that systems do. */
import { describe, expect, it } from "vitest";
import type { LessonMessage } from "../../web/src/lessons/message.js";
import { Report, withEarlier } from "../../web/src/lessons/report.js";
import {
  type ApiWindow,
  findApi,
  Lms,
  type ScormApi,
  SUSPENDED_LENGTH,
  timespan,
} from "../../web/src/lessons/scorm.js";

/** A system that keeps what it is told. `refuses` says by what code it refuses a call. */
class Kept implements ScormApi {
  readonly values = new Map<string, string>([["cmi.core.lesson_status", "not attempted"]]);
  commits = 0;
  isFinished = false;
  refuses: (element: string) => string = () => "0";
  private error = "0";

  private done(element: string, act: () => void): string {
    this.error = this.refuses(element);
    if (this.error !== "0") return "false";
    act();
    return "true";
  }
  LMSInitialize = () => this.done("open", () => {});
  LMSFinish = () => this.done("finish", () => (this.isFinished = true));
  LMSGetValue = (element: string) => {
    const places = [...this.values.keys()].filter((key) => /interactions\.\d+\.id$/.test(key));
    const count = element === "cmi.interactions._count" ? String(places.length) : "";
    return this.values.get(element) ?? count;
  };
  LMSSetValue = (element: string, value: string) =>
    this.done(element, () => this.values.set(element, value));
  LMSCommit = () => this.done("commit", () => (this.commits += 1));
  LMSGetLastError = () => this.error;
  LMSGetErrorString = (code: string) => `Error ${code}`;
}

const message = (answers: LessonMessage["answers"], more = ""): LessonMessage => ({
  slide: "variance",
  fragment: `lesson=variance&present=on&picked=none&lang=en${more}`,
  answers,
  questions: 2,
});
const RIGHT = { slide: "matrices", picked: 1, right: 1 } as const;
const WRONG = { slide: "variance", picked: 1, right: 0 } as const;

/** A report to a system, opened. */
async function opened(api: ScormApi) {
  const report = new Report(new Lms(api));
  return { report, left: await report.open() };
}

describe("the API of a course", () => {
  const api = new Kept();
  /** A window within others; its own API, where it has one. */
  function within(parent: ApiWindow | null, own: Partial<ApiWindow> = {}): ApiWindow {
    const window: ApiWindow = { opener: null, parent: parent as ApiWindow, ...own };
    return parent === null ? Object.assign(window, { parent: window }) : window;
  }
  const refused = (): never => {
    throw new DOMException("Blocked a frame", "SecurityError");
  };
  const foreign = (parent: ApiWindow | null) =>
    Object.defineProperty(within(parent), "API", { get: refused });

  it("is that of the nearest window around, beyond windows of other origins", () => {
    expect(findApi(within(within(within(null, { API: api }))))).toBe(api);
    expect(findApi(within(foreign(within(null, { API: api }))))).toBe(api);
  });

  it("is that of the window that has opened this one, or of those around that one", () => {
    const opener = within(within(null, { API: api }));
    expect(findApi(within(within(null, { opener })))).toBe(api);
  });

  it("is none where there is none, or where nothing may be read", () => {
    expect(findApi(within(null))).toBeNull();
    expect(findApi(within(foreign(null)))).toBeNull();
    const sealed = new Proxy({} as ApiWindow, { get: refused });
    expect(findApi(within(sealed))).toBeNull();
  });
});

describe("a report", () => {
  it("has each answer once, the score, the completion, and the place", async () => {
    const api = new Kept();
    const { report } = await opened(api);
    report.follow(message([]));
    expect(report.send().ok).toBe(true);
    expect(api.values.get("cmi.core.lesson_status")).toBe("incomplete");
    report.follow(message([RIGHT]));
    report.send();
    report.send();
    expect(api.values.get("cmi.core.score.raw")).toBe("50");
    report.follow(message([RIGHT, WRONG]));
    report.close();
    const { "cmi.suspend_data": suspended, ...values } = Object.fromEntries(api.values);
    expect(JSON.parse(suspended ?? "").reported).toEqual(["matrices", "variance"]);
    expect(values).toEqual({
      "cmi.core.exit": "suspend",
      "cmi.core.lesson_location": "variance",
      "cmi.core.lesson_status": "completed",
      "cmi.core.score.max": "100",
      "cmi.core.score.min": "0",
      "cmi.core.score.raw": "50",
      "cmi.core.session_time": expect.stringMatching(/^0000:00:0\d\.\d\d$/),
      "cmi.interactions.0.correct_responses.0.pattern": "b",
      "cmi.interactions.0.id": "matrices",
      "cmi.interactions.0.result": "correct",
      "cmi.interactions.0.student_response": "b",
      "cmi.interactions.0.time": expect.stringMatching(/^\d\d:\d\d:\d\d$/),
      "cmi.interactions.0.type": "choice",
      "cmi.interactions.1.correct_responses.0.pattern": "a",
      "cmi.interactions.1.id": "variance",
      "cmi.interactions.1.result": "wrong",
      "cmi.interactions.1.student_response": "b",
      "cmi.interactions.1.time": expect.stringMatching(/^\d\d:\d\d:\d\d$/),
      "cmi.interactions.1.type": "choice",
    });
    expect(api.isFinished).toBe(true);
  });

  it("goes on where the lesson was left, and keeps what was reported and completed", async () => {
    const api = new Kept();
    const first = await opened(api);
    first.report.follow(message([RIGHT]));
    first.report.close();
    api.values.set("cmi.core.lesson_status", "passed");
    const { report, left } = await opened(api);
    expect(left).toBe(message([]).fragment);
    report.follow(message([RIGHT]));
    report.send();
    expect(api.LMSGetValue("cmi.interactions._count")).toBe("1");
    expect(api.values.get("cmi.core.lesson_status")).toBe("passed");
    report.follow(message([RIGHT, WRONG]));
    report.send();
    expect(api.values.get("cmi.interactions.1.id")).toBe("variance");
  });

  it("sends again what a system refused in the middle, at the same place", async () => {
    const api = new Kept();
    const { report } = await opened(api);
    for (const refused of ["cmi.interactions.0.result", "cmi.suspend_data", "commit"]) {
      api.refuses = (element) => (element === refused ? "101" : "0");
      report.follow(message([RIGHT]));
      expect(report.send()).toEqual({ ok: false, code: "101", reason: "Error 101" });
      expect(report.taken).toBe(refused.startsWith("cmi.inter") ? 0 : 1);
    }
    api.refuses = () => "0";
    expect(report.send().ok).toBe(true);
    expect(api.LMSGetValue("cmi.interactions._count")).toBe("1");
    expect(api.commits).toBe(1);
  });

  it("goes on with the answers of earlier sessions where a system answers only later", async () => {
    const api = new Kept();
    const first = await opened(api);
    first.report.follow({ ...message([RIGHT]), fragment: "lesson=variance&picked=matrices-1" });
    first.report.close();
    api.refuses = () => "101";
    const { report, left } = await opened(api);
    expect(left).toBeNull();
    report.follow({ ...message([WRONG]), fragment: "lesson=cross&picked=variance-1.matrices-0" });
    expect(report.send().ok).toBe(false);
    expect(report.takePlace()).toBeNull();
    api.refuses = () => "0";
    const before = new Map(api.values);
    expect(report.send().ok).toBe(true);
    expect(api.values).toEqual(before);
    expect(report.takePlace()).toBe("lesson=cross&picked=matrices-1.variance-1");
    expect(report.takePlace()).toBeNull();
    report.follow(message([RIGHT, WRONG]));
    expect(report.send().ok).toBe(true);
    expect(api.values.get("cmi.interactions.1.id")).toBe("variance");
    expect(withEarlier("lesson=cross&picked=none", "picked=none")).toBe("lesson=cross&picked=none");
  });

  it("leaves the answers out where a system has no place for them", async () => {
    const api = new Kept();
    api.refuses = (element) => (element.startsWith("cmi.interactions") ? "401" : "0");
    const { report } = await opened(api);
    report.follow(message([RIGHT, WRONG]));
    expect(report.send().ok).toBe(true);
    expect(report.taken).toBe(2);
    expect(api.values.get("cmi.core.score.raw")).toBe("50");
  });

  it.each([
    ["answers false to everything", () => "false"],
    ["answers nothing", () => undefined],
    [
      "throws",
      () => {
        throw new Error("The server is gone.");
      },
    ],
  ])("says that nothing is taken, and why if there is a reason: %s", async (_, answer) => {
    const api = new Proxy({} as ScormApi, { get: () => answer });
    const { report, left } = await opened(api);
    expect(left).toBeNull();
    report.follow(message([RIGHT]));
    expect(report.send()).toMatchObject({ ok: false, reason: "" });
    report.close();
  });

  it("waits for a system that answers by messages", async () => {
    const api = new Kept();
    const stored = JSON.stringify({ fragment: "lesson=cross&picked=none", reported: [] });
    api.values.set("cmi.core.lesson_status", "");
    setTimeout(() => {
      api.values.set("cmi.core.lesson_status", "incomplete");
      api.values.set("cmi.suspend_data", stored);
    }, 150);
    expect((await opened(api)).left).toBe("lesson=cross&picked=none");
  });

  it.each(["", "{}", "null", '{"fragment":"javascript:alert(1)","reported":[]}', '{"fragment":1}'])(
    "begins anew where the place cannot be read: %s",
    async (stored) => {
      const api = new Kept();
      api.values.set("cmi.suspend_data", stored);
      expect((await opened(api)).left).toBeNull();
    },
  );

  it("keeps the answers alone of a place that is too long", async () => {
    const api = new Kept();
    const { report } = await opened(api);
    report.follow(message([RIGHT], `&sentence=${"word+".repeat(1000)}`));
    report.close();
    const text = api.values.get("cmi.suspend_data") ?? "";
    expect(text.length).toBeLessThan(SUSPENDED_LENGTH);
    expect((await opened(api)).left).toBe(message([]).fragment);
  });

  it("writes times in the form of SCORM", () => {
    expect(timespan(0)).toBe("0000:00:00.00");
    expect(timespan(3_723_456)).toBe("0001:02:03.45");
    expect(timespan(1e15)).toBe("9999:00:00.00");
  });
});
