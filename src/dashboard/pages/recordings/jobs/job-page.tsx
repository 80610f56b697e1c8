/** A recording's result or progress. */
import type { Schemas } from "../../../client/api.ts";
import { jobs } from "../../../messages/jobs.ts";
import { recordingsWords as words } from "../../../messages/recordings.ts";
import { titles } from "../../../messages/titles.ts";
import { Loaded, Page } from "../../../parts/page.tsx";
import { useEvery } from "../../../state/every.ts";
import { dateAndTime, duration } from "../../../state/format.ts";
import { useCall } from "../../../state/resource.ts";
import { CancelJob, titleOf } from "./job-line.tsx";
import { JobProgress } from "./job-progress.tsx";
import { transcriptOf } from "./transcript.ts";
import { TranscriptView } from "./transcript-view.tsx";

/** Where events do not come through. */
const POLL_MS = 5_000;

type Job = Schemas["TranscriptionJob"];

export function JobPage({ id }: { id: string }) {
  const job = useCall("GET /v1/audio/transcription-jobs/{job}", { path: { job: id } }, ["job"]);
  const isUnderWay = job.data.value?.status === "queued";
  useEvery(POLL_MS, job.reload, isUnderWay);
  const known = job.data.value;
  const lead = (
    <>
      <a href="/app/recordings/jobs">{titles.recordings}</a>
      {known && (
        <span class="facts">
          <span>{dateAndTime(known.created_at)}</span>
          {known.audio_duration_seconds !== null && <span>{duration(known.audio_duration_seconds)}</span>}
        </span>
      )}
    </>
  );
  return (
    <Page bare title={known === null ? titles.recordings : titleOf(known)} lead={lead}>
      <Loaded of={job}>{(each) => <Stand job={each} onChange={job.reload} />}</Loaded>
    </Page>
  );
}

function Stand({ job, onChange }: { job: Job; onChange: () => Promise<void> }) {
  if (job.status === "queued")
    return (
      <div class="stack" role="status">
        <p>{jobs.status.queued}</p>
        <JobProgress id={job.id} />
        <p>
          <CancelJob job={job} onChange={onChange} />
        </p>
      </div>
    );
  if (job.status === "succeeded" && job.result_url !== null) return <Result job={job} />;
  if (job.status === "succeeded") return <p>{words.expiredLead}</p>;
  if (job.status === "cancelled") return <p>{words.cancelledLead}</p>;
  return (
    <div class="stack" role="alert">
      <p>{words.failedLead}</p>
      {job.error_code !== null && (
        <p>
          <a href={`/docs/errors#${job.error_code}`}>{words.reasonOf(job.error_code)}</a>
        </p>
      )}
    </div>
  );
}

function Result({ job }: { job: Job }) {
  const result = useCall("GET /v1/audio/transcription-jobs/{job}/result", { path: { job: job.id } });
  const title = titleOf(job);
  const name = title.replace(/[^\p{L}\p{N} ._-]+/gu, "-");
  return (
    <Loaded of={result}>
      {(each) => <TranscriptView name={name} title={title} transcript={transcriptOf(each)} />}
    </Loaded>
  );
}
