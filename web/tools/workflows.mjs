// @ts-check
/**
 * Reads the workflows of continuous integration with GitHub's own parser, which reports keys,
 * values, jobs and expressions that do not exist.
 */
import { readFileSync } from "node:fs";
import { filesIn } from "./fingerprint.mjs";
import { Failure, inProject, main } from "./run.mjs";

await main(async () => {
  const { runnerImport } = await import("vite");
  // Node 20 cannot load the package itself: its JSON is imported without an attribute.
  const { module } = await runnerImport("@actions/workflow-parser", {
    configFile: false,
    root: inProject("."),
    logLevel: "error",
    resolve: { noExternal: [/^@actions\//] },
  });
  const { parseWorkflow, convertWorkflowTemplate, NoOperationTraceWriter } =
    /** @type {typeof import("@actions/workflow-parser")} */ (module);
  /** @type {string[]} */
  const problems = [];
  for (const name of filesIn(".github/workflows")) {
    const content = readFileSync(inProject(name), "utf8");
    const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
    if (value !== undefined) await convertWorkflowTemplate(context, value);
    problems.push(...context.errors.getErrors().map(({ message }) => message));
  }
  if (problems.length > 0) throw new Failure(problems.join("\n"));
});
