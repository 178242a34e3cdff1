import { describe, expect, it } from "vitest";
import { isYes, wayToRoot } from "../../web/tools/system-packages.mjs";

describe("the installation of system packages", () => {
  it("asks a person at a terminal before it calls sudo", () => {
    expect(wayToRoot({ isRoot: false, hasSudo: true, atTerminal: true })).toBe("ask");
  });

  it("goes on without a question where nobody could answer, as far as sudo asks for no password", () => {
    expect(wayToRoot({ isRoot: false, hasSudo: true, atTerminal: false })).toBe(
      "try without a password",
    );
  });

  it.each([true, false])("needs no sudo as root (at a terminal: %s)", (atTerminal) => {
    expect(wayToRoot({ isRoot: true, hasSudo: false, atTerminal })).toBe("nothing");
    expect(wayToRoot({ isRoot: true, hasSudo: true, atTerminal })).toBe("nothing");
  });

  it.each([true, false])("gives up without sudo (at a terminal: %s)", (atTerminal) => {
    expect(wayToRoot({ isRoot: false, hasSudo: false, atTerminal })).toBe("give up");
  });

  it("takes Enter and yes for yes, and nothing else", () => {
    expect(["", " ", "y", "Y", "yes", " YES "].filter((answer) => !isYes(answer))).toEqual([]);
    expect(["n", "no", "yesterday", "0", undefined].filter(isYes)).toEqual([]);
  });
});
