/** Packs that are on their way, and how the last ones ended. */
import { call, type Schemas } from "../../client/api.ts";
import { packWords } from "../../messages/packs.ts";
import { Button } from "../../parts/button.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Section } from "../../parts/section.tsx";
import { toastFault } from "../../parts/toasts.tsx";
import { ago, percent } from "../../state/format.ts";
import { useCall } from "../../state/resource.ts";

type Task = Schemas["AdministrationTask"];

const SHOWN = 5;

export function Arrivals({ mayChange }: { mayChange: boolean }) {
  const words = packWords();
  const tasks = useCall("GET /v1/administration/tasks", {}, ["administration_task"]);
  const shown = (tasks.data.value?.data ?? [])
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
  const words = packWords();
  const { id, state, error, progress, ended_at: endedAt } = task;
  const name = task.target ?? id;
  const cancel = async () => {
    try {
      await call("POST /v1/administration/tasks/{task}/cancel", { path: { task: id } });
    } catch (fault) {
      toastFault(fault);
    }
  };
  return (
    <li>
      <span class="title">{name}</span>
      {endedAt === null && mayChange && (
        <Button
          look="small plain"
          label={words.cancelOf(name)}
          disabled={state === "cancelling"}
          onClick={() => void cancel()}
        >
          {words.cancel}
        </Button>
      )}
      {endedAt === null && (
        <div class="whole progress">
          <progress
            aria-label={words.installing(name)}
            {...(progress !== null && { max: 1, value: progress })}
          />
          <span>{progress === null ? "" : percent(progress)}</span>
        </div>
      )}
      <div class="facts">
        {state === "failed" && <span class="attention">{error?.message}</span>}
        {state === "cancelled" && <span>{words.cancelled}</span>}
        {endedAt !== null && <span>{ago(endedAt)}</span>}
        {endedAt !== null && task.kind === "pack_installation" && <span>{words.resumes}</span>}
      </div>
    </li>
  );
}
