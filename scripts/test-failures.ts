/** The failures in the output of a series, short enough to stand at the end of all: readers often see only the end. */

export interface Failure {
  name: string;
  lines: string[];
}

const MOST_LINES = 40;
const MOST_LETTERS = 300;
/** Failures of one series: past so many the series itself is broken. */
const MOST_FAILURES = 20;
const RESULT = /^\((pass|fail|skip|todo)\) /;
const FAILED = /^\(fail\) (.*?)(?: \[[\d.]+ ?m?s\])?$/;
const ERROR = /^(?:\S+: )?(?:error|\w*Error)\b.*:/i;
/** Of the code that Bun shows before an error. */
const CODE = /^ *\d+ \| |^ *\^$/;
const REMARK = /^ {2}\^ /;

/** Each failed test of Bun's output with its error; if none is named, the first error of the output. */
export function failuresOf(series: string, output: string): Failure[] {
  const lines = output.split("\n");
  const failures: Failure[] = [];
  let begin = 0;
  lines.forEach((line, at) => {
    const [, name] = FAILED.exec(line) ?? [];
    if (name !== undefined) {
      const remarks = lines.slice(at + 1).findIndex((next) => !REMARK.test(next));
      failures.push({
        name: `${series}: ${name}`,
        lines: [...firstError(lines.slice(begin, at)), ...lines.slice(at + 1, at + 1 + remarks)].map(cut),
      });
    }
    if (RESULT.test(line)) begin = at + 1;
  });
  if (failures.length === 0) return [{ name: series, lines: errorOrEnd(lines).map(cut) }];
  const more = failures.length - MOST_FAILURES;
  const rest = more > 0 ? [{ name: `${series}: ${more} more`, lines: [] }] : [];
  return [...failures.slice(0, MOST_FAILURES), ...rest];
}

/** From the code before the first error on; a test that took too long shows none. */
function firstError(lines: string[]): string[] {
  const error = lines.findIndex((line) => ERROR.test(line));
  if (error < 0) return [];
  let begin = error;
  while (begin > 0 && CODE.test(lines[begin - 1] as string)) begin -= 1;
  return lines.slice(begin, begin + MOST_LINES);
}

function errorOrEnd(lines: string[]): string[] {
  const error = firstError(lines);
  return error.length > 0 ? error : lines.filter((line) => line !== "").slice(-MOST_LINES);
}

function cut(line: string): string {
  return line.length > MOST_LETTERS ? `${line.slice(0, MOST_LETTERS)} …` : line;
}
