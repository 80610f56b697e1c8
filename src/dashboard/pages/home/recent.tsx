/** What was dictated and transcribed last. */
import type { Answer, Schemas } from "../../client/api.ts";
import { home } from "../../messages/home.ts";
import { jobs as jobWords } from "../../messages/jobs.ts";
import { JobBadge } from "../../parts/job-badge.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { NewestDictations } from "../../parts/newest-dictations.tsx";
import { duration, when } from "../../state/format.ts";
import type { Resource } from "../../state/resource.ts";

export function RecentDictations({ person, shown }: { person: Schemas["Profile"]; shown: number }) {
  const { recentDictations, allDictations, noDictations, privacy, noHistory } = home();
  if (!person.history_available || person.privacy_mode)
    return (
      <section>
        <div class="section-head">
          <h2>{recentDictations}</h2>
        </div>
        <p class="second">{person.history_available ? privacy : noHistory}</p>
      </section>
    );
  return (
    <section>
      <div class="section-head">
        <h2>{recentDictations}</h2>
        <a class="small" href="/app/history">
          {allDictations}
        </a>
      </div>
      <NewestDictations shown={shown} none={noDictations} />
    </section>
  );
}

export function RecentRecordings({ jobs }: { jobs: Resource<Answer<"GET /v1/audio/transcription-jobs">> }) {
  const { recentRecordings, allRecordings, noRecordings } = home();
  return (
    <section>
      <div class="section-head">
        <h2>{recentRecordings}</h2>
        <a class="small" href="/app/recordings">
          {allRecordings}
        </a>
      </div>
      <Loaded of={jobs}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="second">{noRecordings}</p>
          ) : (
            <ul class="ledger">
              {data.map((job) => (
                <li key={job.id}>
                  <a class="title" href={`/app/recordings/jobs/${job.id}`}>
                    {jobWords().recordingOf(when(job.created_at))}
                  </a>
                  <span class="side-note">
                    <JobBadge status={job.status} />
                  </span>
                  <div class="facts">
                    {job.audio_duration_seconds !== null && (
                      <span>{duration(job.audio_duration_seconds)}</span>
                    )}
                    {job.status === "queued" && <span>{home().waitsSince(when(job.created_at))}</span>}
                    {job.error_code !== null && <span>{home().reasonOf(job.error_code)}</span>}
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}
