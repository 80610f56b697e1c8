/** How the server is, for those who run it. */
import { useEffect } from "preact/hooks";
import type { Schemas } from "../../client/api.ts";
import { loadHealth } from "../../client/health.ts";
import { home } from "../../messages/home.ts";
import { Link } from "../../parts/button.tsx";
import { Loaded } from "../../parts/page.tsx";
import { bytes, when } from "../../state/format.ts";
import { useResource } from "../../state/resource.ts";

/** A server that is not well is asked again: it may just have started. */
const AGAIN_MS = 5_000;

export function HealthLine() {
  const health = useResource(loadHealth);
  const { value } = health.data;
  useEffect(() => {
    if (value === null || value.status === "ok") return;
    const timer = setTimeout(() => void health.reload(), AGAIN_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return (
    <section aria-label={home.health}>
      <Loaded of={health}>{(each) => <Line {...each} />}</Loaded>
    </section>
  );
}

const STATES = {
  ok: ["state good", "everythingWorks"],
  degraded: ["state wait", "limited"],
  unavailable: ["state wait", "broken"],
} as const;

function Line({ status, checks, uptime_seconds }: Schemas["Health"]) {
  const [shape, words] = STATES[status];
  const names = Object.keys(home.part) as (keyof typeof home.part)[];
  const bad = names.filter((name) => (checks[name]?.status ?? "ok") !== "ok").map((name) => home.part[name]);
  const { free_bytes } = checks.disk;
  return (
    <div class="stack tight">
      <RecognizerInTheBox loaded={checks.models.loaded} />
      <div class="health-line">
        <span class={shape}>{home[words]}</span>
        {bad.length > 0 && <span>{home.troubles(bad.join(", "))}</span>}
        <span>{home.waitingRecordings(checks.queue.waiting)}</span>
        {free_bytes !== undefined && <span>{home.free(bytes(free_bytes))}</span>}
        {checks.backup && <span>{backupLine(checks.backup.last_at ?? null)}</span>}
        <span>{home.upSince(uptime_seconds)}</span>
        <Link look="push" text={home.details} href="/docs/monitoring" />
      </div>
    </div>
  );
}

/** Its quality, and the way to a better one; nothing if one is installed. */
function RecognizerInTheBox({ loaded }: { loaded: string | null }) {
  const [id = ""] = loaded?.split("@") ?? [];
  if (!(id in home.inTheBox)) return null;
  return (
    <p class="second">
      {home.inTheBox[id as keyof typeof home.inTheBox]} {home.installPack}{" "}
      <a href="/docs/languages">
        <code>tiro models install parakeet-tdt-0.6b-v3</code>
      </a>
    </p>
  );
}

function backupLine(at: string | null): string {
  return at === null ? home.noBackup : home.backupAt(when(at));
}
