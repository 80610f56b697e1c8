/** A job: where it leads, how it stands, and the way to stop it. */
import { call, type Schemas } from "../../../client/api.ts";
import { jobs } from "../../../messages/jobs.ts";
import { recordingsWords as words } from "../../../messages/recordings.ts";
import { perform } from "../../../parts/acts.tsx";
import { Button, Link } from "../../../parts/button.tsx";
import { JobBadge } from "../../../parts/job-badge.tsx";
import { duration, when } from "../../../state/format.ts";
import { JobProgress } from "./job-progress.tsx";

type Job = Schemas["TranscriptionJob"];

export function JobLine({ job, onChange }: { job: Job; onChange: () => Promise<void> }) {
  const { expired, reasonOf, stored } = words;
  const isGone = job.status === "succeeded" && job.result_url === null;
  return (
    <li>
      <Link look="title" text={titleOf(job)} href={`/app/recordings/jobs/${job.id}`} />
      <span class="side-note row">
        {job.status === "queued" ? (
          <CancelJob job={job} onChange={onChange} />
        ) : (
          <JobBadge status={job.status} {...(isGone && { text: expired })} />
        )}
      </span>
      {job.status === "queued" && <JobProgress id={job.id} />}
      <div class="facts">
        <span>{when(job.created_at)}</span>
        {job.audio_duration_seconds !== null && <span>{duration(job.audio_duration_seconds)}</span>}
        {job.status === "queued" && <span>{stored}</span>}
        {job.error_code !== null && <a href={`/docs/errors#${job.error_code}`}>{reasonOf(job.error_code)}</a>}
      </div>
    </li>
  );
}

export function titleOf({ created_at }: Job): string {
  return jobs.recordingOf(when(created_at));
}

export function CancelJob({ job, onChange }: { job: Job; onChange: () => Promise<void> }) {
  const { cancel, cancelTitle, cancelText, cancelAct } = words;
  const stop = () =>
    perform(
      async () => {
        await call("POST /v1/audio/transcription-jobs/{job}/cancel", { path: { job: job.id } });
        await onChange();
      },
      { ask: { title: cancelTitle, text: cancelText, act: cancelAct } },
    );
  return <Button look="small" text={cancel} of={titleOf(job)} onClick={stop} />;
}
