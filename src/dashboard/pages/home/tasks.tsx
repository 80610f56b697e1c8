/** Tasks that only the person can settle, with the reason. Nothing is shown if nothing waits. */
import { type Answer, call, type Schemas } from "../../client/api.ts";
import { waiting } from "../../client/leaving.ts";
import { home as words } from "../../messages/home.ts";
import { Link } from "../../parts/button.tsx";
import { Section } from "../../parts/page.tsx";
import { number, when } from "../../state/format.ts";
import { daysUntil, EXPIRES_SOON_DAYS } from "../../state/key-expiry.ts";
import { useCall, useResource } from "../../state/resource.ts";

const FEW_CODES = 3;

interface PendingTask {
  key: string;
  title: string;
  reason: string;
  address: string;
}

export function PendingTasks({
  person,
  jobs,
}: {
  person: Schemas["Profile"];
  jobs: readonly Schemas["TranscriptionJob"][];
}) {
  const keys = useCall("GET /v1/keys", {}, ["key"]);
  const firstRun = useResource(
    async (signal) => {
      if (!person.server_permissions.includes("first_run.read")) return null;
      return call("GET /v1/administration/first-run", { signal });
    },
    [person.server_permissions.includes("first_run.read")],
  );
  const tasks = [
    ...unfinishedSetUp(firstRun.data.value),
    ...unfinishedWork(),
    ...failedJobs(jobs),
    ...endingKeys(keys.data.value?.data ?? []),
    ...fewCodes(person),
  ];
  if (tasks.length === 0) return null;
  return (
    <Section title={words.waiting} bare>
      <ul class="ledger">
        {tasks.map(({ key, title, reason, address }) => (
          <li key={key}>
            <Link look="title" text={title} href={address} />
            <div class="facts">
              <span>{reason}</span>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function unfinishedSetUp(guide: Answer<"GET /v1/administration/first-run"> | null): PendingTask[] {
  if (guide === null || !guide.open) return [];
  const left = guide.steps.filter(({ done }) => !done).length;
  if (left === 0) return [];
  const reason = words.firstRunReason(number(left), number(guide.steps.length));
  return [{ key: "first-run", title: words.firstRun, reason, address: "/app/welcome" }];
}

/** Work that the server does not have yet. */
function unfinishedWork(): PendingTask[] {
  return waiting.value.map(({ key, kind, name, address }) => ({
    key,
    title: words.notSent[kind](name),
    reason: words.notSentReason,
    address,
  }));
}

function failedJobs(jobs: readonly Schemas["TranscriptionJob"][]): PendingTask[] {
  return jobs
    .filter(({ status }) => status === "failed")
    .map(({ id, created_at, error_code }) => ({
      key: id,
      title: words.failedRecording(when(created_at)),
      reason: error_code === null ? "" : words.reasonOf(error_code),
      address: `/app/recordings/jobs/${id}`,
    }));
}

function endingKeys(keys: readonly Schemas["ApiKey"][]): PendingTask[] {
  return keys.flatMap(({ id, name, state, expires_at, replaced_by }) => {
    if (state !== "active" || expires_at === null || replaced_by !== null) return [];
    if (daysUntil(expires_at) > EXPIRES_SOON_DAYS) return [];
    const reason = words.endsOn(expires_at);
    return [{ key: id, title: words.renewKey(name), reason, address: "/app/keys" }];
  });
}

function fewCodes({ log_in: { second_step } }: Schemas["Profile"]): PendingTask[] {
  if (second_step === null || second_step.recovery_codes_left >= FEW_CODES) return [];
  const reason = words.recoveryCodesLeft(second_step.recovery_codes_left);
  return [{ key: "codes", title: words.recoveryCodes, reason, address: "/app/you/second-step" }];
}
