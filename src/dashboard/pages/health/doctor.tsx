/** The checks of `tiro doctor`, as they were last run, and how the server last fared with what is outside of it. */
import { useEffect } from "preact/hooks";
import { type Answer, call, type Schemas } from "../../client/api.ts";
import { doctorWords as words } from "../../messages/doctor.ts";
import { perform, toast } from "../../parts/acts.tsx";
import { Button } from "../../parts/button.tsx";
import { Form, TextField } from "../../parts/form.tsx";
import { Loaded } from "../../parts/page.tsx";
import { type Columns, Table } from "../../parts/table.tsx";
import { TableSection } from "../../parts/table-section.tsx";
import { isUnderWay, newestTask, TaskProgress, useTasks } from "../../parts/task.tsx";
import { ago, number, when } from "../../state/format.ts";
import { useCall } from "../../state/resource.ts";

type Report = Schemas["DoctorReport"];
type Check = Report["checks"][number];
type Attempt = Report["attempts"][number];
type Lane = Answer<"GET /v1/administration/deliveries">["data"][number];

const STATES = { ok: "state good", warn: "state wait", fail: "state wait" } as const;

export function DoctorTab({ canTestMail }: { canTestMail: boolean }) {
  const report = useCall("GET /v1/administration/doctor");
  const tasks = useTasks();
  const task = newestTask(tasks.data.value, "doctor");
  useEffect(() => {
    if (task?.state === "succeeded") void report.reload();
  }, [task?.state]);
  const run = () => perform(() => call("POST /v1/administration/doctor"), { after: tasks.reload });
  return (
    <>
      <div class="row spread">
        <p class="second">{words.doctorLead}</p>
        <Button look="small" text={words.checkNow} disabled={isUnderWay(task)} onClick={run} />
      </div>
      {task && <TaskProgress task={task} label={words.checking} onCancelled={tasks.reload} />}
      <Loaded of={report}>
        {({ checked_at: at, healthy, checks, attempts }) => (
          <>
            {at === null ? (
              <p class="second">{words.neverChecked}</p>
            ) : (
              <section class="stack tight">
                <p>
                  <span class={healthy ? STATES.ok : STATES.fail}>
                    {healthy ? words.healthy : words.unhealthy}
                  </span>{" "}
                  <span class="second small">{words.checkedAt(when(at))}</span>
                </p>
                <Checks checks={checks} />
              </section>
            )}
            <Attempts attempts={attempts} />
          </>
        )}
      </Loaded>
      <Waiting />
      {canTestMail && <TestMail onSent={report.reload} />}
    </>
  );
}

/** Failed checks come first. */
function Checks({ checks }: { checks: readonly Check[] }) {
  const names: Record<string, string> = words.checks;
  const order = ["fail", "warn", "ok"];
  const sorted = [...checks].sort((one, other) => order.indexOf(one.status) - order.indexOf(other.status));
  const columns: Columns<Check> = [
    { head: words.check, cell: ({ name }) => names[name] ?? name },
    {
      head: words.result,
      cell: ({ status }) => <span class={STATES[status]}>{words.statuses[status]}</span>,
    },
    {
      head: words.finding,
      cell: ({ detail, advice }) => (
        <>
          {detail}
          {advice && (
            <>
              <br />
              <span class="second">{advice}</span>
            </>
          )}
        </>
      ),
    },
  ];
  return <Table caption={words.check} columns={columns} rows={sorted} keyOf={({ name }) => name} />;
}

function Attempts({ attempts }: { attempts: readonly Attempt[] }) {
  const columns: Columns<Attempt> = [
    { head: words.service, cell: ({ name }) => words.services[name] },
    {
      head: words.lastUsed,
      cell: ({ last_at: at }) => (at === null ? <span class="quiet">{words.notUsed}</span> : ago(at)),
    },
    {
      head: words.result,
      cell: ({ last_at: at, error }) => {
        if (at === null) return "–";
        return error === null ? (
          <span class={STATES.ok}>{words.worked}</span>
        ) : (
          <span class={STATES.warn}>{error}</span>
        );
      },
    },
  ];
  return (
    <TableSection
      title={words.attempts}
      beside={<span class="second small">{words.attemptsLead}</span>}
      columns={columns}
      rows={attempts}
      keyOf={({ name }) => name}
    />
  );
}

/** Messages on their way, by mail and to webhooks. */
function Waiting() {
  const list = useCall("GET /v1/administration/deliveries");
  const columns: Columns<Lane> = [
    { head: words.service, cell: ({ lane }) => (lane === "mail" ? words.services.mail : lane) },
    { head: words.messages, kind: "number", cell: ({ waiting }) => number(waiting) },
    { head: words.oldest, kind: "short", cell: ({ oldest_at: at }) => ago(at) },
  ];
  return (
    <TableSection
      title={words.waiting}
      columns={columns}
      rows={list}
      keyOf={({ lane }) => lane}
      none={words.noneWaiting}
    />
  );
}

function TestMail({ onSent }: { onSent: () => Promise<void> }) {
  const send = async (fields: FormData) => {
    const to = String(fields.get("to"));
    const { sent, error } = await call("POST /v1/administration/mail/test", { body: { to } });
    toast(sent ? words.testMailSent(to) : words.testMailFailed(error ?? ""));
    await onSent();
  };
  return (
    <details>
      <summary>{words.testMail}</summary>
      <Form submit={words.testMail} onSubmit={send}>
        <TextField type="email" name="to" label={words.testMailTo} />
      </Form>
    </details>
  );
}
