/** All recordings that were sent, newest first, as far as the person scrolled; those of a day or in a state. */
import { useSignal } from "@preact/signals";
import { type Answer, call, type Schemas } from "../../../client/api.ts";
import { type JobStatus, jobs as jobWords } from "../../../messages/jobs.ts";
import { library } from "../../../messages/library.ts";
import { recordingsWords } from "../../../messages/recordings.ts";
import { Button } from "../../../parts/button.tsx";
import { Choice } from "../../../parts/choice.tsx";
import { Loaded } from "../../../parts/loaded.tsx";
import { dayAfter, startOfDay } from "../../../state/days.ts";
import { type Resource, useResource } from "../../../state/resource.ts";
import { JobLine } from "./job-line.tsx";

const STEP = 25;
/** As many as the server returns at once. */
const PAGE = 100;
const STATES: readonly JobStatus[] = ["queued", "succeeded", "failed", "cancelled", "abandoned"];

export interface JobFilter {
  status: JobStatus | "";
  /** Such as 2026-11-21, where the person is; empty for all. */
  day: string;
}

type Page = Answer<"GET /v1/audio/transcription-jobs">;

export interface JobList {
  data: Schemas["TranscriptionJob"][];
  hasMore: boolean;
}

/** @returns the list, which follows what changes elsewhere, and how to have more of it. */
export function useJobs(filter: JobFilter): { jobs: Resource<JobList>; more: () => Promise<void> } {
  const shown = useSignal(STEP);
  const jobs = useResource(
    (signal) => loadJobs(filter, shown.peek(), signal),
    [filter.status, filter.day],
    ["job"],
  );
  const more = () => {
    shown.value += STEP;
    return jobs.reload();
  };
  return { jobs, more };
}

async function loadJobs({ status, day }: JobFilter, wanted: number, signal: AbortSignal): Promise<JobList> {
  const chosen = {
    ...(status !== "" && { status }),
    ...(day !== "" && { since: startOfDay(day), until: dayAfter(day) }),
  };
  const data: JobList["data"] = [];
  let cursor: string | null | undefined;
  while (cursor !== null && data.length < wanted) {
    const query = { ...chosen, limit: Math.min(PAGE, wanted - data.length), ...(cursor && { cursor }) };
    const page: Page = await call("GET /v1/audio/transcription-jobs", { query, signal });
    data.push(...page.data);
    cursor = page.next_cursor;
  }
  return { data, hasMore: cursor !== null };
}

export interface AllJobsProps {
  list: ReturnType<typeof useJobs>;
  filter: JobFilter;
  onFilter: (change: Partial<JobFilter>) => void;
}

export function AllJobs({ list: { jobs, more }, filter, onFilter }: AllJobsProps) {
  const { none, noneFound, day, state, allStates, showMore } = recordingsWords();
  const isFiltered = filter.day !== "" || filter.status !== "";
  return (
    <section>
      <div class="section-head">
        <h2>{library().jobs}</h2>
        <div class="row">
          <label class="row small second in-line">
            {day}
            <input
              class="input small auto"
              type="date"
              value={filter.day}
              onChange={({ currentTarget }) => onFilter({ day: currentTarget.value })}
            />
          </label>
          <Choice
            label={state}
            all={allStates}
            options={STATES.map((each) => [each, jobWords().status[each]])}
            value={filter.status}
            onChange={(status) => onFilter({ status })}
          />
        </div>
      </div>
      <Loaded of={jobs}>
        {({ data, hasMore }) =>
          data.length === 0 ? (
            <p class="second">{isFiltered ? noneFound : none}</p>
          ) : (
            <>
              <ul class="ledger">
                {data.map((job) => (
                  <JobLine key={job.id} job={job} onChange={jobs.reload} />
                ))}
              </ul>
              {hasMore && <Button text={showMore} disabled={jobs.loading.value} onClick={more} />}
            </>
          )
        }
      </Loaded>
    </section>
  );
}
