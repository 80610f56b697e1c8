/** Jobs that are not done yet, of everybody. */
import { call, type Schemas } from "../../client/api.ts";
import { serverWords } from "../../messages/server.ts";
import { confirmFirst } from "../../parts/dialog.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { toast, toastFault } from "../../parts/toasts.tsx";
import { ago, duration, number } from "../../state/format.ts";
import { me } from "../../state/me.ts";
import { useResource } from "../../state/resource.ts";

type Job = Schemas["AdministeredJob"];

const SHOWN = 100;

export function Jobs() {
  const words = serverWords();
  const jobs = useResource((signal) =>
    call("GET /v1/administration/jobs", { query: { status: "queued", limit: SHOWN }, signal }),
  );
  const mayChange = me.data.value?.server_permissions.includes("jobs.change") ?? false;
  const cancel = async ({ id }: Job) => {
    if (!(await confirmFirst({ title: words.cancelTitle, text: words.cancelText, act: words.cancel })))
      return;
    try {
      await call("POST /v1/administration/jobs/{job}/cancel", { path: { job: id } });
      toast(words.cancelled);
    } catch (error) {
      toastFault(error);
    }
    await jobs.reload();
  };
  const columns: Column<Job>[] = [
    { key: "account", head: words.account, cell: (job) => job.account_name ?? words.deleted },
    { key: "id", head: words.job, cell: ({ id }) => <code>{id}</code> },
    { key: "since", head: words.since, cell: ({ created_at: at }) => ago(at) },
    {
      key: "length",
      head: words.length,
      kind: "number",
      cell: ({ audio_duration_seconds: seconds }) => (seconds === null ? "–" : duration(seconds)),
    },
    { key: "tries", head: words.tries, kind: "number", cell: ({ failed_tries: tries }) => number(tries) },
  ];
  if (mayChange)
    columns.push({
      key: "acts",
      head: words.acts,
      kind: "acts",
      cell: (job) => (
        <button
          type="button"
          class="button small destroy plain"
          aria-label={`${words.cancel}: ${job.id}`}
          onClick={() => void cancel(job)}
        >
          {words.cancel}
        </button>
      ),
    });
  return (
    <section class="stack tight">
      <div class="section-head">
        <h2>{words.jobs}</h2>
      </div>
      <Loaded of={jobs}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="second">{words.noJobs}</p>
          ) : (
            <Table caption={words.jobs} columns={columns} rows={data} keyOf={({ id }) => id} dense />
          )
        }
      </Loaded>
    </section>
  );
}
