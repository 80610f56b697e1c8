/** A long action that an administrator started: how far it is, and how it ended. */
import { call, type Schemas } from "../client/api.ts";
import { taskWords as words } from "../messages/task.ts";
import { percent } from "../state/format.ts";
import { type Resource, useResource } from "../state/resource.ts";
import { orToast } from "./acts.tsx";
import { Attention } from "./attention.tsx";
import { Button } from "./button.tsx";

export type Task = Schemas["AdministrationTask"];

/** All that the server remembers, the newest first, kept up to date. */
export function useTasks(): Resource<Task[]> {
  return useResource(
    async (signal) => (await call("GET /v1/administration/tasks", { signal })).data,
    [],
    ["administration_task"],
  );
}

/** Of one kind, and of one target where it has some; null if there was none since the server's start. */
export function newestTask(
  tasks: readonly Task[] | null,
  kind: Task["kind"],
  target: string | null = null,
): Task | null {
  return tasks?.find((task) => task.kind === kind && task.target === target) ?? null;
}

export function isUnderWay(task: Task | null): boolean {
  return task?.state === "running" || task?.state === "cancelling";
}

/** Why it failed, and what to do. */
export function failureOf({ error }: Task): string {
  return [error?.message, error?.hint].filter(Boolean).join(" ");
}

/** A bar while it runs; a sentence where it failed or was cancelled. Its page reports success. */
export function TaskProgress({
  task,
  label,
  onCancelled,
}: {
  task: Task;
  label: string;
  onCancelled: () => unknown;
}) {
  if (task.state === "failed") return <Attention role="alert" text={words.failed(failureOf(task))} />;
  if (task.state === "cancelled") return <p class="second">{words.cancelled}</p>;
  if (!isUnderWay(task)) return null;
  const cancel = async () => {
    await orToast(() => call("POST /v1/administration/tasks/{task}/cancel", { path: { task: task.id } }));
    await onCancelled();
  };
  return (
    <div class="stack tight" role="status">
      <progress aria-label={label} max={1} {...(task.progress !== null && { value: task.progress })} />
      <div class="row spread">
        <span class="second small">
          {task.state === "cancelling" ? words.cancelling : label}
          {task.progress !== null && ` ${percent(task.progress)}`}
        </span>
        {task.cancellable && task.state === "running" && (
          <Button look="small plain" text={words.cancel} onClick={cancel} />
        )}
      </div>
    </div>
  );
}
