// @ts-check
/**
 * dist/courses: the lessons as SCORM 1.2 packages, one a lesson and language, for a course with
 * marks. web/docs/courses.md says what a teacher does with them.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { inProject } from "./run.mjs";
import { sourceModule } from "./source-module.mjs";
import { zipped } from "./zip.mjs";

/** Writes the packages, once dist/ has the page in one file, and build/course the script. */
export async function writeCourses() {
  const { COURSE_SCRIPT, PACKAGES, SHARED_FILES } =
    /** @type {typeof import("../src/lessons/course-package.ts")} */ (
      await sourceModule("web/src/lessons/course-package.ts")
    );
  /** @type {Record<string, string>} */
  const elsewhere = { [COURSE_SCRIPT]: "build/course", LICENSE: "." };
  const shared = Object.fromEntries(
    SHARED_FILES.map((file) => [file, readFileSync(inProject(elsewhere[file] ?? "dist", file))]),
  );
  mkdirSync(inProject("dist/courses"), { recursive: true });
  for (const { file, documents } of PACKAGES) {
    writeFileSync(inProject("dist", file), await zipped({ ...documents, ...shared }));
  }
}
