import { describe, expect, it } from "vitest";
import type { TestCase, TestModule } from "vitest/node";
import { sentence } from "../../web/tools/reports.mjs";
import { testsOf } from "../../web/tools/suite-reporter.mjs";

type State = ReturnType<TestCase["result"]>["state"];

/** What Vitest tells of a file of the suite "web". */
function moduleWith(states: readonly State[], ok = !states.includes("failed")): TestModule {
  const tests = states.map((state, index) => ({
    fullName: `test ${index}`,
    result: () => ({ state }),
  }));
  const module = {
    project: { name: "web" },
    relativeModuleId: "tests/web/a.test.ts",
    children: { allTests: () => tests },
    ok: () => ok,
  };
  return module as unknown as TestModule;
}

describe("the reporter of suites", () => {
  it("names each test with its suite, its file and its outcome", () => {
    const tests = testsOf(moduleWith(["passed", "failed", "skipped"]));
    expect(tests[1]).toEqual({
      suite: "web",
      path: "tests/web/a.test.ts",
      name: "tests/web/a.test.ts: test 1",
      outcome: "failed",
    });
    expect(sentence(tests)).toBe("1 passed, 1 failed, 1 skipped");
  });

  it("counts a test that never began as skipped", () => {
    expect(sentence(testsOf(moduleWith(["passed", "pending"])))).toBe(
      "1 passed, 0 failed, 1 skipped",
    );
  });

  it("counts a file that fails without a failed test as one: it did not load, or a hook failed", () => {
    expect(sentence(testsOf(moduleWith([], false)))).toBe("0 passed, 1 failed");
    expect(sentence(testsOf(moduleWith(["passed"], false)))).toBe("1 passed, 1 failed");
    expect(sentence(testsOf(moduleWith(["failed"])))).toBe("0 passed, 1 failed");
  });
});
