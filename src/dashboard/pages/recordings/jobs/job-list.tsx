/** All recordings that were sent, newest first, as far as the person scrolled; those of a day or in a state. */
import { call } from "../../../client/api.ts";
import { type JobStatus, jobs as jobWords } from "../../../messages/jobs.ts";
import { library } from "../../../messages/library.ts";
import { recordingsWords as words } from "../../../messages/recordings.ts";
import { Button } from "../../../parts/button.tsx";
import { Choice } from "../../../parts/choice.tsx";
import { Loaded } from "../../../parts/page.tsx";
import { dayAfter, startOfDay } from "../../../state/days.ts";
import { useScrolled } from "../../../state/scrolled.ts";
import { JobLine } from "./job-line.tsx";

const STATES: readonly JobStatus[] = ["queued", "succeeded", "failed", "cancelled", "abandoned"];

export interface JobFilter {
  status: JobStatus | "";
  /** Such as 2026-11-21, where the person is; empty for all. */
  day: string;
}

/** @returns the list, and how to have more of it. */
export function useJobs({ status, day }: JobFilter) {
  const chosen = {
    ...(status !== "" && { status }),
    ...(day !== "" && { since: startOfDay(day), until: dayAfter(day) }),
  };
  return useScrolled(
    (place, signal) => call("GET /v1/audio/transcription-jobs", { query: { ...chosen, ...place }, signal }),
    [status, day],
    { step: 25, events: ["job"] },
  );
}

export interface AllJobsProps {
  list: ReturnType<typeof useJobs>;
  filter: JobFilter;
  onFilter: (change: Partial<JobFilter>) => void;
}

export function AllJobs({ list: { list: jobs, more }, filter, onFilter }: AllJobsProps) {
  const isFiltered = filter.day !== "" || filter.status !== "";
  return (
    <section>
      <div class="section-head">
        <h2>{library.jobs}</h2>
        <div class="row">
          <label class="row small second in-line">
            {words.day}
            <input
              class="input small auto"
              type="date"
              value={filter.day}
              onChange={({ currentTarget }) => onFilter({ day: currentTarget.value })}
            />
          </label>
          <Choice
            label={words.state}
            all={words.allStates}
            options={STATES.map((each) => [each, jobWords.status[each]])}
            value={filter.status}
            onChange={(status) => onFilter({ status })}
          />
        </div>
      </div>
      <Loaded of={jobs} none={isFiltered ? words.noneFound : words.none}>
        {({ data, hasMore }) => (
          <>
            <ul class="ledger">
              {data.map((job) => (
                <JobLine key={job.id} job={job} onChange={jobs.reload} />
              ))}
            </ul>
            {hasMore && <Button text={words.showMore} disabled={jobs.loading.value} onClick={more} />}
          </>
        )}
      </Loaded>
    </section>
  );
}
