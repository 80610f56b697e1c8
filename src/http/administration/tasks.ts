/** Long actions that administrators started: followed and cancelled by people who may. */

import { z } from "zod";
import { idOf, isoTime } from "../../lib/wire.ts";
import { wireForm } from "../../lib/wire-form.ts";
import { userById } from "../../store/people/users.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { jsonOf } from "../../web/operation.ts";
import { changing, type PersonDeps } from "../../web/person.ts";
import type { PersonRoute } from "../../web/route.ts";
import { cancelTask, TASK_KINDS, TASK_STATES, type Task, type Tasks } from "../../work/tasks.ts";
import { administrationRoute } from "./administration-route.ts";

export const AdministrationTask = z.object({
  id: idOf("tsk"),
  object: z.literal("administration_task"),
  kind: z.enum(TASK_KINDS),
  target: z.string().nullable().describe("Its target, by id or name."),
  started_by: z.string().describe("`usr_…`."),
  started_by_name: z.string().nullable(),
  started_at: isoTime,
  ended_at: isoTime.nullable(),
  state: z.enum(TASK_STATES).describe("`cancelling`: its work has yet to stop."),
  cancellable: z.boolean().describe("Whether it can be cancelled while it runs."),
  progress: z.number().nullable().describe("From 0 to 1; null as long as nobody knows."),
  result: z.looseObject({}).nullable().describe("Of what succeeded; its members depend on the kind."),
  error: z
    .object({ code: z.string(), message: z.string(), hint: z.string().nullable().describe("The next step.") })
    .nullable()
    .describe("Of what failed."),
});

const TaskList = z.object({ object: z.literal("list"), data: z.array(AdministrationTask) });
const path = { task: idOf("tsk") };

export interface TaskRouteDeps extends PersonDeps {
  tasks: Tasks;
}

export function taskRoutes(deps: TaskRouteDeps): PersonRoute[] {
  const { tasks } = deps;
  return [
    administrationRoute(deps, "tasks.read", "GET /tasks", {
      id: "listAdministrationTasks",
      summary: "Long actions of administrators since the server's start",
      answers: { 200: jsonOf("The newest first.", TaskList) },
      handle: () =>
        jsonAnswer(200, { object: "list", data: tasks.list().map((task) => taskBody(deps, task)) }),
    }),
    administrationRoute(deps, "tasks.read", "GET /tasks/:task", {
      id: "getAdministrationTask",
      summary: "One long action of an administrator",
      description: "The event `administration_task` reports changes, and progress once a second at most.",
      parts: path,
      answers: { 200: jsonOf("The task.", AdministrationTask) },
      errors: ["task_not_found"],
      handle: ({ params }) => jsonAnswer(200, taskBody(deps, tasks.get(params.task ?? ""))),
    }),
    administrationRoute(deps, "tasks.change", "POST /tasks/:task/cancel", {
      id: "cancelAdministrationTask",
      summary: "Cancel a long action",
      description: "One that has ended stays as it is.",
      parts: path,
      answers: { 200: jsonOf("The task as it is now.", AdministrationTask) },
      errors: ["task_not_found", "task_conflict"],
      handle: async (exchange) => {
        const task = await changing(deps, exchange, (changes) =>
          cancelTask(changes, tasks, exchange.params.task ?? ""),
        );
        return jsonAnswer(200, taskBody(deps, task));
      },
    }),
  ];
}

/** As the answer to the request that started it has it, too. */
export function taskBody({ db }: PersonDeps, task: Task): z.infer<typeof AdministrationTask> {
  return {
    id: task.id,
    object: "administration_task",
    ...wireForm(task, "kind", "target", "startedBy"),
    started_by_name: userById(db, task.startedBy)?.name ?? null,
    ...wireForm(task, "startedAt", "endedAt", "state", "cancellable", "progress", "result", "error"),
  };
}
