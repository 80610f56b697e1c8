/** How the server is: its parts, what is being recognized and by what, which requests failed or were slow. */
import type { Schemas } from "../../client/api.ts";
import { loadHealth } from "../../client/health.ts";
import { serverTitle } from "../../messages/administration-titles.ts";
import { home } from "../../messages/home.ts";
import { serverWords } from "../../messages/server.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { Page } from "../../parts/page.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { bytes, capitalized, duration, number, when } from "../../state/format.ts";
import { useResource } from "../../state/resource.ts";
import { FailedRequests, SlowRequests } from "./requests.tsx";

type Health = Schemas["Health"];

export default function Server() {
  const words = serverWords();
  const health = useResource(loadHealth);
  const reload = (
    <button
      type="button"
      class="button small"
      disabled={health.loading.value}
      onClick={() => void health.reload()}
    >
      {words.again}
    </button>
  );
  const { value } = health.data;
  return (
    <Page
      title={serverTitle()}
      lead={value && words.runs(value.version, duration(value.uptime_seconds))}
      actions={reload}
    >
      <div class="stack wide">
        <Loaded of={health}>{(each) => <Parts health={each} />}</Loaded>
        <FailedRequests />
        <SlowRequests />
      </div>
    </Page>
  );
}

interface Part {
  name: string;
  status: Health["status"];
  facts: string;
}

function Parts({ health: { checks } }: { health: Health }) {
  const words = serverWords();
  const { part } = home();
  const facts: Record<keyof typeof part, string> = {
    database: checks.database.examined_at == null ? "" : words.examined(when(checks.database.examined_at)),
    clock:
      checks.clock.jump_seconds === undefined
        ? ""
        : words.jumped(duration(Math.abs(checks.clock.jump_seconds))),
    engine: words.processes(checks.engine.processes_ready, checks.engine.processes),
    models: checks.models.loaded ?? "",
    disk: checks.disk.free_bytes === undefined ? "" : home().free(bytes(checks.disk.free_bytes)),
    queue: words.waiting(checks.queue.waiting, number(checks.queue.capacity)),
    backup: backupFacts(checks.backup),
  };
  const parts: Part[] = (Object.keys(part) as (keyof typeof part)[]).flatMap((name) => {
    const status = checks[name]?.status;
    return status === undefined ? [] : [{ name: part[name], status, facts: facts[name] }];
  });
  if (checks.certificate)
    parts.push({
      name: words.certificate,
      status: checks.certificate.status,
      facts: words.daysLeft(checks.certificate.days_left),
    });
  const columns: Column<Part>[] = [
    { key: "name", head: words.part, cell: ({ name }) => capitalized(name) },
    {
      key: "state",
      head: words.state,
      cell: ({ status }) => (
        <span class={status === "ok" ? "state good" : "state wait"}>{words.states[status]}</span>
      ),
    },
    { key: "facts", head: words.facts, cell: ({ facts }) => facts || "–" },
  ];
  return (
    <>
      <Table caption={words.parts} columns={columns} rows={parts} keyOf={({ name }) => name} dense />
      <Packs models={checks.models} />
    </>
  );
}

function backupFacts(backup: Health["checks"]["backup"]): string {
  if (backup === undefined) return "";
  if (backup.failure) return serverWords().backupFailed(backup.failure);
  return backup.last_at == null ? home().noBackup : home().backupAt(when(backup.last_at));
}

/** What is in memory now, and what was set aside. */
function Packs({ models: { packs = [], quarantined = [] } }: { models: Health["checks"]["models"] }) {
  const words = serverWords();
  if (packs.length === 0 && quarantined.length === 0) return null;
  const columns: Column<(typeof packs)[number]>[] = [
    { key: "id", head: words.pack, cell: ({ id }) => id },
    { key: "state", head: words.state, cell: ({ state }) => state },
    {
      key: "recordings",
      head: words.recordings,
      kind: "number",
      cell: ({ recordings }) => number(recordings),
    },
    {
      key: "memory",
      head: words.memory,
      kind: "number",
      cell: ({ memory_mib: mib }) => bytes(mib * 1024 * 1024),
    },
  ];
  return (
    <section class="stack tight">
      <div class="section-head">
        <h2>{words.packs}</h2>
      </div>
      {packs.length > 0 && (
        <Table caption={words.packs} columns={columns} rows={packs} keyOf={({ id }) => id} dense />
      )}
      {quarantined.length > 0 && (
        <p class="attention">{words.setAside(quarantined.map(({ id }) => id).join(", "))}</p>
      )}
    </section>
  );
}
