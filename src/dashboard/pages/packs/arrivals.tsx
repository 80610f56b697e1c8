/** Packs that are on their way, and how the last ones ended. */
import { call } from "../../client/api.ts";
import { packWords as words } from "../../messages/packs.ts";
import { orToast } from "../../parts/acts.tsx";
import { Button } from "../../parts/button.tsx";
import { Loaded, Section } from "../../parts/page.tsx";
import { failureOf, isUnderWay, type Task } from "../../parts/task.tsx";
import { ago, percent } from "../../state/format.ts";
import type { Resource } from "../../state/resource.ts";

const SHOWN = 5;

export function Arrivals({ tasks, mayChange }: { tasks: Resource<Task[]>; mayChange: boolean }) {
  const shown = (tasks.data.value ?? [])
    .filter(({ kind, state }) => kind.startsWith("pack_") && state !== "succeeded")
    .slice(0, SHOWN);
  if (shown.length === 0 && tasks.fault.value === null) return null;
  return (
    <Section title={words.underWay} beside={<span class="second small">{words.usedOnce}</span>}>
      <Loaded of={tasks}>
        {() => (
          <ul class="ledger">
            {shown.map((task) => (
              <Arrival key={task.id} task={task} mayChange={mayChange} />
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  );
}

function Arrival({ task, mayChange }: { task: Task; mayChange: boolean }) {
  const { id, state, progress, ended_at: endedAt } = task;
  const name = task.target ?? id;
  const cancel = () =>
    orToast(() => call("POST /v1/administration/tasks/{task}/cancel", { path: { task: id } }));
  return (
    <li>
      <span class="title">{name}</span>
      {isUnderWay(task) && mayChange && (
        <Button
          look="small plain"
          text={words.cancel}
          label={words.cancelOf(name)}
          disabled={state === "cancelling"}
          onClick={cancel}
        />
      )}
      {isUnderWay(task) && (
        <div class="whole progress">
          <progress
            aria-label={task.kind === "pack_verification" ? words.comparing(name) : words.installing(name)}
            {...(progress !== null && { max: 1, value: progress })}
          />
          <span>{progress === null ? "" : percent(progress)}</span>
        </div>
      )}
      <div class="facts">
        {state === "failed" && <span class="attention">{failureOf(task)}</span>}
        {state === "cancelled" && <span>{words.cancelled}</span>}
        {endedAt !== null && <span>{ago(endedAt)}</span>}
        {isResumable(task) && <span>{words.resumes}</span>}
      </div>
    </li>
  );
}

/** A mirror's file stays where it broke off, and has the name of the catalogue; a sent one is gone after the first try. */
function isResumable({ kind, state, error, target }: Task): boolean {
  const isBrokenOff = state === "cancelled" || error?.code === "pack_download_failed";
  return kind === "pack_installation" && isBrokenOff && target?.includes("@") === true;
}
