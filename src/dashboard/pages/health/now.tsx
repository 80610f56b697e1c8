/** How the server is now: its parts. */
import { call, type Schemas } from "../../client/api.ts";
import { loadHealth } from "../../client/health.ts";
import { doctorWords } from "../../messages/doctor.ts";
import { home } from "../../messages/home.ts";
import { serverWords as words } from "../../messages/server.ts";
import { perform } from "../../parts/acts.tsx";
import { Button } from "../../parts/button.tsx";
import { Loaded } from "../../parts/page.tsx";
import { type Columns, Table } from "../../parts/table.tsx";
import { bytes, capitalized, duration, number, when } from "../../state/format.ts";
import { useResource } from "../../state/resource.ts";

type Health = Schemas["Health"];

/** @param canConfirmClock whether the person may say that the clock is right. */
export function Now({ canConfirmClock }: { canConfirmClock: boolean }) {
  const health = useResource(loadHealth);
  return (
    <div class="stack wide">
      <div class="row spread">
        <p class="second">
          {health.data.value &&
            words.runs(health.data.value.version, duration(health.data.value.uptime_seconds))}
        </p>
        <div class="row">
          {canConfirmClock && health.data.value?.checks.clock.status === "degraded" && (
            <ConfirmClock onDone={health.reload} />
          )}
          <Button look="small" text={words.again} disabled={health.loading.value} onClick={health.reload} />
        </div>
      </div>
      <Loaded of={health}>{(each) => <Parts health={each} />}</Loaded>
    </div>
  );
}

function ConfirmClock({ onDone }: { onDone: () => Promise<void> }) {
  const confirm = () =>
    perform(() => call("POST /v1/administration/clock/confirm"), {
      ask: {
        title: doctorWords.confirmClockTitle,
        text: doctorWords.confirmClockText,
        act: doctorWords.confirmClock,
      },
      done: doctorWords.clockConfirmed,
      after: onDone,
    });
  return <Button look="small" text={doctorWords.confirmClock} onClick={confirm} />;
}

interface Part {
  name: string;
  status: Health["status"];
  facts: string;
}

function Parts({ health: { checks } }: { health: Health }) {
  const facts: Record<keyof typeof home.part, string> = {
    database: checks.database.examined_at == null ? "" : words.examined(when(checks.database.examined_at)),
    clock:
      checks.clock.jump_seconds === undefined
        ? ""
        : words.jumped(duration(Math.abs(checks.clock.jump_seconds))),
    engine: words.processes(checks.engine.processes_ready, checks.engine.processes),
    models: checks.models.loaded ?? "",
    disk: checks.disk.free_bytes === undefined ? "" : home.free(bytes(checks.disk.free_bytes)),
    queue: words.waiting(checks.queue.waiting, number(checks.queue.capacity)),
    backup: backupFacts(checks.backup),
  };
  const parts: Part[] = (Object.keys(home.part) as (keyof typeof home.part)[]).flatMap((name) => {
    const status = checks[name]?.status;
    return status === undefined ? [] : [{ name: home.part[name], status, facts: facts[name] }];
  });
  if (checks.workers) {
    const { status, ready, draining, lost, refused, unseen } = checks.workers;
    const all = ready + draining + lost + refused + unseen;
    parts.push({ name: words.workers, status, facts: words.workersReady(number(ready), number(all)) });
  }
  if (checks.certificate)
    parts.push({
      name: words.certificate,
      status: checks.certificate.status,
      facts: words.daysLeft(checks.certificate.days_left),
    });
  const columns: Columns<Part> = [
    { head: words.part, cell: ({ name }) => capitalized(name) },
    {
      head: words.state,
      cell: ({ status }) => (
        <span class={status === "ok" ? "state good" : "state wait"}>{words.states[status]}</span>
      ),
    },
    { head: words.facts, cell: ({ facts }) => facts || "–" },
  ];
  return <Table caption={words.parts} columns={columns} rows={parts} keyOf={({ name }) => name} />;
}

function backupFacts(backup: Health["checks"]["backup"]): string {
  if (backup === undefined) return "";
  if (backup.failure) return words.backupFailed(backup.failure);
  return backup.last_at == null ? home.noBackup : home.backupAt(when(backup.last_at));
}
