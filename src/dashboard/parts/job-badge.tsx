/** How a recording stands, in a word; its colour only repeats it. */
import { type JobStatus, jobs } from "../messages/jobs.ts";

/** @param text in place of the status's own. */
export function JobBadge({ status, text }: { status: JobStatus; text?: string }) {
  const needsSomebody = status === "failed" || status === "abandoned";
  const kind = status === "succeeded" ? "badge good" : needsSomebody ? "badge wait" : "badge";
  return <span class={kind}>{text ?? jobs.status[status]}</span>;
}
