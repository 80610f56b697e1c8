/** The newest dictations and transcripts. */
import type { Answer, Schemas } from "../../client/api.ts";
import { home as words } from "../../messages/home.ts";
import { jobs as jobWords } from "../../messages/jobs.ts";
import { library } from "../../messages/library.ts";
import { Link } from "../../parts/button.tsx";
import { JobBadge } from "../../parts/job-badge.tsx";
import { NewestDictations } from "../../parts/newest-dictations.tsx";
import { Loaded, Section } from "../../parts/page.tsx";
import { duration, when } from "../../state/format.ts";
import type { Resource } from "../../state/resource.ts";

export function RecentDictations({ person, shown }: { person: Schemas["Profile"]; shown: number }) {
  if (!person.history_available || person.privacy_mode)
    return (
      <Section title={words.dictations} bare>
        <p class="second">{person.history_available ? words.privacy : words.noHistory}</p>
      </Section>
    );
  return (
    <Section
      title={words.dictations}
      bare
      beside={<Link look="small" text={words.allDictations} href="/app/history" />}
    >
      <NewestDictations shown={shown} none={words.noDictations} />
    </Section>
  );
}

export interface RecentRecordingsProps {
  /** Those that the server keeps; empty if it may keep none. */
  recordings: Resource<readonly Schemas["Recording"][]>;
  jobs: Resource<Answer<"GET /v1/audio/transcription-jobs">>;
}

/** If there are none, the API's jobs. */
export function RecentRecordings({ recordings, jobs }: RecentRecordingsProps) {
  return (
    <Section
      title={words.recordings}
      bare
      beside={<Link look="small" text={words.allRecordings} href="/app/recordings" />}
    >
      <Loaded of={recordings}>
        {(kept) =>
          kept.length > 0 ? (
            <ul class="ledger">
              {kept.map((recording) => (
                <RecordingLine key={recording.id} {...recording} />
              ))}
            </ul>
          ) : (
            <Loaded of={jobs} none={words.noRecordings}>
              {({ data }) => (
                <ul class="ledger">
                  {data.map((job) => (
                    <JobLine key={job.id} {...job} />
                  ))}
                </ul>
              )}
            </Loaded>
          )
        }
      </Loaded>
    </Section>
  );
}

function RecordingLine({ id, name, state, duration_seconds: seconds, updated_at }: Schemas["Recording"]) {
  return (
    <li>
      <Link look="title" text={name} href={state === "ready" ? `/app/recordings/${id}` : "/app/recordings"} />
      <span class="side-note">{state === "ready" ? when(updated_at) : library.states[state]}</span>
      <div class="facts">{seconds !== null && <span>{duration(seconds)}</span>}</div>
    </li>
  );
}

function JobLine({
  id,
  status,
  created_at,
  audio_duration_seconds: seconds,
  error_code,
}: Schemas["TranscriptionJob"]) {
  return (
    <li>
      <Link look="title" text={jobWords.recordingOf(when(created_at))} href={`/app/recordings/jobs/${id}`} />
      <span class="side-note">
        <JobBadge status={status} />
      </span>
      <div class="facts">
        {seconds !== null && <span>{duration(seconds)}</span>}
        {status === "queued" && <span>{words.waitsSince(when(created_at))}</span>}
        {error_code !== null && <span>{words.reasonOf(error_code)}</span>}
      </div>
    </li>
  );
}
