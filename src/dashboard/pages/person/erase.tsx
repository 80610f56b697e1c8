/** The person is erased for good: asked for by their address, followed until it is done. */
import { useEffect } from "preact/hooks";
import { useLocation } from "preact-iso";
import { accountLimits } from "../../../config/limits/accounts.ts";
import { call } from "../../client/api.ts";
import { refusal } from "../../client/fault.ts";
import { personWords as words } from "../../messages/person.ts";
import { toast } from "../../parts/acts.tsx";
import { Form, TextField } from "../../parts/form.tsx";
import { isUnderWay, newestTask, TaskProgress, useTasks } from "../../parts/task.tsx";
import type { PersonPartProps } from "./account.tsx";

export function Erase({ person: { id, email, name } }: Pick<PersonPartProps, "person">) {
  const shown = name ?? email;
  const { route } = useLocation();
  const tasks = useTasks();
  const task = newestTask(tasks.data.value, "person_erasure", id);
  const state = task?.state;
  useEffect(() => {
    if (state !== "succeeded") return;
    toast(words.erased(shown));
    route("/app/admin/people");
  }, [state]);
  const erase = async (fields: FormData) => {
    const typed = String(fields.get("email")).trim();
    if (typed.toLowerCase() !== email.toLowerCase()) throw refusal("email", words.notThat);
    await call("POST /v1/administration/people/{person}/erase", {
      path: { person: id },
      body: { email: typed },
    });
    await tasks.reload();
  };
  const progress = task && (
    <TaskProgress task={task} label={words.erasing(shown)} onCancelled={tasks.reload} />
  );
  if (isUnderWay(task)) return progress;
  return (
    <>
      {progress}
      <details>
        <summary>{words.eraseTitle}</summary>
        <Form submit={words.erase} onSubmit={erase}>
          <p class="second">{words.eraseText}</p>
          <TextField
            name="email"
            label={words.eraseConfirm(email)}
            maxLength={accountLimits.emailChars}
            autocomplete="off"
          />
        </Form>
      </details>
    </>
  );
}
