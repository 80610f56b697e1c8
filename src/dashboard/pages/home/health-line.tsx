/** How the server is, for those who run it. */
import type { Schemas } from "../../client/api.ts";
import { ApiFault } from "../../client/fault.ts";
import { home } from "../../messages/home.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { bytes, when } from "../../state/format.ts";
import { useResource } from "../../state/resource.ts";

export function HealthLine() {
  const health = useResource(loadHealth);
  return (
    <section aria-label={home().health}>
      <Loaded of={health}>{(each) => <Line {...each} />}</Loaded>
    </section>
  );
}

/** Its answer is the same whether or not the server is well (503). */
async function loadHealth(signal: AbortSignal): Promise<Schemas["Health"]> {
  const answer = await fetch("/v1/health", { signal }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new ApiFault({ code: "unreachable", status: 0, message: String(error) });
  });
  return (await answer.json()) as Schemas["Health"];
}

const STATES = {
  ok: ["state good", "everythingWorks"],
  degraded: ["state wait", "limited"],
  unavailable: ["state wait", "broken"],
} as const;

function Line({ status, checks, uptime_seconds }: Schemas["Health"]) {
  const { part, troubles, waitingRecordings, free, upSince, details } = home();
  const [shape, words] = STATES[status];
  const names = Object.keys(part) as (keyof typeof part)[];
  const bad = names.filter((name) => (checks[name]?.status ?? "ok") !== "ok").map((name) => part[name]);
  const { free_bytes } = checks.disk;
  return (
    <div class="health-line">
      <span class={shape}>{home()[words]}</span>
      {bad.length > 0 && <span>{troubles(bad.join(", "))}</span>}
      <span>{waitingRecordings(checks.queue.waiting)}</span>
      {free_bytes !== undefined && <span>{free(bytes(free_bytes))}</span>}
      {checks.backup && <span>{backupLine(checks.backup.last_at ?? null)}</span>}
      <span>{upSince(uptime_seconds)}</span>
      <a class="push" href="/docs/monitoring">
        {details}
      </a>
    </div>
  );
}

function backupLine(at: string | null): string {
  return at === null ? home().noBackup : home().backupAt(when(at));
}
