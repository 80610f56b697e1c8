import { limits } from "../../config/limits.ts";
import { type ErrorIssue, invalidRequest } from "../../lib/errors.ts";
import type { TranscriptChange, TranscriptSegment } from "../wire.ts";

/** @throws TiroError `invalid_request` if words are out of order, or one save holds too much. */
export function requireSound(changes: readonly TranscriptChange[]): void {
  const issues: ErrorIssue[] = [];
  let segments = 0;
  for (const [at, change] of changes.entries()) {
    segments += change.with.length + change.replace.length;
    if (change.replace.length > 0 && change.after !== null)
      issues.push({ param: `changes.${at}.after`, message: "must be null if segments are replaced" });
    for (const [index, segment] of change.with.entries()) {
      const fault = faultOf(segment);
      if (fault !== null) issues.push({ param: `changes.${at}.with.${index}`, message: fault });
    }
  }
  if (segments > limits.transcriptChangedSegments)
    issues.push({
      param: "changes",
      message: `may name ${limits.transcriptChangedSegments} segments together; save in parts`,
    });
  if (issues.length > 0) throw invalidRequest(issues);
}

function faultOf({ start, end, words }: TranscriptSegment): string | null {
  if (end < start) return "ends before it begins";
  let before = start;
  for (const word of words) {
    if (word.start < before || word.end < word.start || word.end > end)
      return "has words whose times are not in order, or not inside it";
    before = word.start;
  }
  return null;
}
