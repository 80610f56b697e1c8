/** Who waits for recognition, and the stored jobs that are not done. */
import { call, type Schemas } from "../../client/api.ts";
import { recognitionWords as words } from "../../messages/recognition.ts";
import { perform } from "../../parts/acts.tsx";
import { Section } from "../../parts/page.tsx";
import { actColumn, type Columns, Table } from "../../parts/table.tsx";
import { ago, duration, number, percent } from "../../state/format.ts";
import { mayOnServer } from "../../state/me.ts";

type Shown = Schemas["AdministeredRecognition"];
type Job = Shown["jobs"]["oldest"][number];
type LaneName = Exclude<keyof Shown["queue"], "running">;

interface QueueProps {
  queue: Shown["queue"];
  jobs: Shown["jobs"];
  onChanged: () => Promise<void>;
}

export function Queue({ queue, jobs, onChanged }: QueueProps) {
  const isIdle = jobs.count === 0 && Object.keys(words.laneNames).every((name) => isEmpty(queue, name));
  return (
    <Section
      title={words.queue}
      beside={
        <span class="second small">{jobs.count > 0 && words.waits(jobs.count, number(jobs.count))}</span>
      }
    >
      {isIdle && <p class="second">{words.nothingWaits}</p>}
      <Lanes queue={queue} />
      {jobs.count > 0 && <Jobs rows={jobs.oldest} onChanged={onChanged} />}
      {jobs.count > jobs.oldest.length && (
        <p class="quiet small">{words.oldestShown(number(jobs.oldest.length))}</p>
      )}
    </Section>
  );
}

function isEmpty(queue: Shown["queue"], name: string): boolean {
  return queue[name as LaneName].waiting === 0;
}

/** Only those in which somebody waits. */
function Lanes({ queue }: { queue: Shown["queue"] }) {
  const rows = (Object.keys(words.laneNames) as LaneName[]).filter((name) => !isEmpty(queue, name));
  if (rows.length === 0) return null;
  const columns: Columns<LaneName> = [
    { head: words.for, cell: (name) => words.laneNames[name] },
    { head: words.waiting, kind: "number", cell: (name) => number(queue[name].waiting) },
    { head: words.longestWait, kind: "number", cell: (name) => duration(queue[name].oldest_wait_seconds) },
  ];
  return <Table caption={words.lanes} columns={columns} rows={rows} keyOf={(name) => name} />;
}

function Jobs({ rows, onChanged }: { rows: Job[]; onChanged: () => Promise<void> }) {
  const mayCancel = mayOnServer("jobs.change");
  const cancel = ({ id }: Job) =>
    perform(() => call("POST /v1/administration/jobs/{job}/cancel", { path: { job: id } }), {
      ask: { title: words.cancelTitle, text: words.cancelText, act: words.cancel },
      done: words.cancelled,
      after: onChanged,
    });
  const columns: Columns<Job> = [
    { head: words.job, cell: ({ id }) => <code>{id}</code> },
    { head: words.account, cell: (job) => job.account_name ?? words.deletedAccount },
    { head: words.since, kind: "short", cell: ({ created_at: at }) => ago(at) },
    {
      head: words.length,
      kind: "number",
      cell: ({ total_seconds: seconds }) => (seconds === null ? "–" : duration(seconds)),
    },
    { head: words.progress, cell: (job) => <Progress job={job} /> },
    { head: words.tries, kind: "number", cell: ({ failed_tries: tries }) => number(tries) },
    mayCancel &&
      actColumn(words.acts, (job) => ({
        look: "small destroy plain",
        text: words.cancel,
        label: `${words.cancel}: ${job.id}`,
        onClick: () => cancel(job),
      })),
  ];
  return <Table caption={words.queue} columns={columns} rows={rows} />;
}

function Progress({ job: { id, done_seconds: done, total_seconds: total } }: { job: Job }) {
  if (done === null) return <span class="second small">{words.notBegun}</span>;
  if (total === null) return <span class="second small">{duration(done)}</span>;
  const share = Math.min(1, done / Math.max(total, 1));
  return (
    <span class="progress">
      <progress max={1} value={share} aria-label={words.ofName(id, percent(share))} />
      <span>{percent(share)}</span>
    </span>
  );
}
