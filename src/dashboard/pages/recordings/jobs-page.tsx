/** Transcriptions as the API lists them: also those that programs sent, of which no recording is kept. */
import { useSignal } from "@preact/signals";
import { library } from "../../messages/library.ts";
import { titles } from "../../messages/titles.ts";
import { Page } from "../../parts/page.tsx";
import { AllJobs, type JobFilter, useJobs } from "./jobs/job-list.tsx";
import { useFolders } from "./library/list.ts";
import { FolderTabs } from "./library/tabs.tsx";

export function JobsPage() {
  const filter = useSignal<JobFilter>({ status: "", day: "" });
  const list = useJobs(filter.value);
  const folders = useFolders();
  return (
    <Page bare title={titles.recordings} lead={library.jobsLead}>
      <div class="stack">
        <FolderTabs folders={folders.data.value} filter={null} />
        <AllJobs
          list={list}
          filter={filter.value}
          onFilter={(change) => {
            filter.value = { ...filter.value, ...change };
          }}
        />
      </div>
    </Page>
  );
}
