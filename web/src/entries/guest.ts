/**
 * The element in a document of others. What only such an element needs is imported here: the hosted
 * script loads it there alone.
 */
import { version } from "../../../package.json";
import { AttentionScale, defineElement } from "../element/element.js";
import { addProperties, guest } from "../element/guest.js";
import { missingHere } from "../element/needs.js";

export function showGuest(): void {
  const missing = missingHere();
  if (missing.length > 0) {
    console.warn(
      `attention-scale: elements keep their content, since there is no ${missing.join(", ")} here.`,
    );
    return;
  }
  const known = customElements.get("attention-scale") as typeof AttentionScale | undefined;
  if (known !== undefined) {
    // The class that is there tells it: a second class could show nothing in elements of the first.
    known.reportVersion?.(version);
    return;
  }
  // Each version is told once, though every piece of a post has a script of its own.
  const knownVersions = new Set([version]);
  Object.assign(AttentionScale, {
    guest,
    version,
    reportVersion(other: string) {
      if (knownVersions.has(other)) return;
      knownVersions.add(other);
      import("./two-versions.js").then(({ tellOfTwoVersions }) =>
        tellOfTwoVersions(AttentionScale, other),
      );
    },
  });
  addProperties(AttentionScale.prototype);
  // The browser reports what an element's constructor throws, and leaves the element as it was.
  let problem: unknown;
  const note = ({ error }: ErrorEvent) => {
    problem = error;
  };
  addEventListener("error", note);
  defineElement();
  removeEventListener("error", note);
  if (problem !== undefined) {
    import("./cannot-run.js").then(({ tellWhyNot }) => tellWhyNot(problem));
  }
}
