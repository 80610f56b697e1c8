/**
 * The Python with which the clients of OpenAI and of MCP are driven. `.ci/run` names one that has them: in PATH it would
 * stand after the system's, since npx puts its own folders first.
 */
export const PYTHON = process.env.PYTHON_WITH_CLIENTS ?? "python3";

/** Whether the statement, such as an import, goes through. */
export function pythonRuns(statement: string): boolean {
  if (Bun.which(PYTHON) === null) return false;
  return Bun.spawnSync([PYTHON, "-c", statement], { stderr: "ignore" }).exitCode === 0;
}
