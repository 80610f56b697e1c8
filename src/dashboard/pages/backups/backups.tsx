/** When backups are made, which are there, one more now, and whether one can be read. None leaves the host by a browser. */
import { useEffect } from "preact/hooks";
import { call, type Schemas } from "../../client/api.ts";
import { backupWords as words } from "../../messages/backups.ts";
import { titles } from "../../messages/titles.ts";
import { perform } from "../../parts/acts.tsx";
import { Banner } from "../../parts/banner.tsx";
import { Button } from "../../parts/button.tsx";
import { CodeBlock } from "../../parts/code-block.tsx";
import { Loaded, Page } from "../../parts/page.tsx";
import { actColumn, type Columns } from "../../parts/table.tsx";
import { TableSection } from "../../parts/table-section.tsx";
import { isUnderWay, newestTask, type Task, TaskProgress, useTasks } from "../../parts/task.tsx";
import { bytes, dateAndTime, when } from "../../state/format.ts";
import { me } from "../../state/me.ts";
import { useCall } from "../../state/resource.ts";

type All = Schemas["Backups"];
type Backup = All["data"][number];

export default function Backups() {
  const backups = useCall("GET /v1/administration/backups");
  const tasks = useTasks();
  const making = newestTask(tasks.data.value, "backup");
  useEffect(() => {
    if (making?.ended_at) void backups.reload();
  }, [making?.state]);
  const permissions = me.data.value?.server_permissions ?? [];
  const start = (begin: () => Promise<unknown>) => perform(begin, { after: tasks.reload });
  const canMake = permissions.includes("backups.change") && backups.data.value?.folder != null;
  const actions = canMake && (
    <Button
      look="small"
      text={words.makeNow}
      disabled={isUnderWay(making)}
      onClick={() => void start(() => call("POST /v1/administration/backups"))}
    />
  );
  const verify = ({ name: backup }: Backup) =>
    start(() => call("POST /v1/administration/backups/{backup}/verify", { path: { backup } }));
  return (
    <Page title={titles.backups} lead={words.lead} actions={actions}>
      {making && <TaskProgress task={making} label={words.making} onCancelled={tasks.reload} />}
      <Loaded of={backups}>
        {(all) =>
          all.folder === null ? (
            <NoneScheduled />
          ) : (
            <>
              <Schedule all={all} />
              <Kept
                all={all}
                tasks={tasks.data.value ?? []}
                onVerify={permissions.includes("backups.verify") ? verify : null}
              />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

function NoneScheduled() {
  return (
    <section class="stack tight">
      <p class="attention">{words.none}</p>
      <p class="second">{words.noneHint}</p>
      <CodeBlock text={'[backup]\ndir = "/mnt/backups/tiro"\nevery_hours = 24'} />
    </section>
  );
}

function Schedule({ all }: { all: All }) {
  const { last, next_at: next, overdue, failure, folder, folder_fault: fault, bucket, encrypted } = all;
  return (
    <>
      {(failure || overdue || fault) && (
        <Banner
          role="alert"
          text={
            fault
              ? words.folderFault(folder ?? "", fault)
              : failure
                ? words.lastFailed(failure)
                : words.overdue
          }
        />
      )}
      <dl class="pairs">
        <dt>{words.last}</dt>
        <dd>
          {last === null
            ? words.never
            : `${when(last.made_at)}, ${bytes(last.bytes)}, ${last.verified ? words.readAgain : words.notReadAgain}`}
        </dd>
        <dt>{words.next}</dt>
        <dd>{next === null ? "–" : dateAndTime(next)}</dd>
        <dt>{words.folder}</dt>
        <dd>
          <code>{folder}</code>
          {bucket && (
            <>
              {" "}
              {words.alsoIn} <code>{bucket}</code>
            </>
          )}
        </dd>
        <dt>{words.encryption}</dt>
        <dd>{encrypted ? words.encrypted : words.inClear}</dd>
      </dl>
    </>
  );
}

function Kept({
  all: { data, keep },
  tasks,
  onVerify,
}: {
  all: All;
  tasks: readonly Task[];
  onVerify: ((backup: Backup) => Promise<void>) | null;
}) {
  const columns: Columns<Backup> = [
    { head: words.made, cell: ({ made_at: at }) => when(at) },
    { head: words.name, cell: ({ name }) => <code>{name}</code> },
    { head: words.size, kind: "number", cell: ({ bytes: size }) => bytes(size) },
    {
      head: words.state,
      cell: ({ name }) => <State task={newestTask(tasks, "backup_verification", name)} />,
    },
    onVerify &&
      actColumn(words.verify, (backup) => ({
        look: "small",
        text: words.verify,
        of: backup.name,
        disabled: isUnderWay(newestTask(tasks, "backup_verification", backup.name)),
        onClick: () => onVerify(backup),
      })),
  ];
  return (
    <TableSection
      title={words.kept}
      beside={<span class="second small">{words.keeps(keep)}</span>}
      columns={columns}
      rows={data}
      keyOf={({ name }) => name}
      none={words.noneKept}
    />
  );
}

interface Verdict {
  encrypted: boolean;
  authenticated: boolean | null;
  audit_problem: string | null;
}

function State({ task }: { task: Task | null }) {
  if (task === null) return <span class="quiet">–</span>;
  if (task.state !== "succeeded")
    return <TaskProgress task={task} label={words.verifying} onCancelled={() => {}} />;
  const { encrypted, authenticated, audit_problem: problem } = task.result as unknown as Verdict;
  if (problem) return <span class="state wait">{words.auditBroken(problem)}</span>;
  if (encrypted) return <span class="state good">{words.readable}</span>;
  return authenticated ? (
    <span class="state good">{words.whole}</span>
  ) : (
    <span class="state wait">{words.notVouchedFor}</span>
  );
}
