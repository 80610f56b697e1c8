/** Whether the audit log is as it was written, and the head to keep. */
import { useEffect } from "preact/hooks";
import { call } from "../../client/api.ts";
import { auditLog as words } from "../../messages/audit-log.ts";
import { toastFault } from "../../parts/acts.tsx";
import { Banner } from "../../parts/banner.tsx";
import { Button } from "../../parts/button.tsx";
import { CopyButton } from "../../parts/copy-button.tsx";
import { Form, TextField } from "../../parts/form.tsx";
import { Loaded } from "../../parts/page.tsx";
import { isUnderWay, newestTask, TaskProgress, useTasks } from "../../parts/task.tsx";
import { number, when } from "../../state/format.ts";
import { useCall } from "../../state/resource.ts";

const KIND = "audit_verification";
const HEAD_CHARS = 90;

export function Verification() {
  const head = useCall("GET /v1/administration/audit/head");
  const tasks = useTasks();
  const task = newestTask(tasks.data.value, KIND);
  const result = task?.result as { intact: boolean; line?: number; problem?: string } | null | undefined;
  useEffect(() => {
    if (task?.state === "succeeded") void head.reload();
  }, [task?.state]);
  const verify = async (expected: string | null) => {
    await call("POST /v1/administration/audit/verify", { body: { expected_head: expected } });
    await tasks.reload();
  };
  return (
    <section class="stack tight">
      {result?.intact === false && (
        <Banner look="gone" role="alert">
          <p>
            <strong>{words.broken(number(result.line ?? 0))}</strong> {result.problem} {words.brokenHint}
          </p>
        </Banner>
      )}
      <Loaded of={head}>
        {({ head: text, verified_at: at, verified_lines: lines }) => (
          <Banner look="" icon="audit">
            <div class="stack tight">
              <p>
                {at === null || lines === null ? (
                  words.neverVerified
                ) : (
                  <>
                    <strong>{words.unbroken(number(lines))}</strong>, {words.verifiedAt(when(at))}
                  </>
                )}
              </p>
              {text === null ? (
                <p class="attention">{words.noHead}</p>
              ) : (
                <p class="small">
                  {words.head} <code>{text}</code>. {words.headHint}
                </p>
              )}
            </div>
            {text !== null && <CopyButton text={text} label={words.copyHead} />}
          </Banner>
        )}
      </Loaded>
      {task && <TaskProgress task={task} label={words.verifying} onCancelled={tasks.reload} />}
      <div class="row">
        <Button
          look="small"
          text={words.verify}
          disabled={isUnderWay(task)}
          onClick={() => void verify(null).catch(toastFault)}
        />
      </div>
      <details>
        <summary>{words.compare}</summary>
        <Form
          submit={words.verify}
          onSubmit={(fields) => verify(String(fields.get("expected_head")).trim() || null)}
        >
          <TextField label={words.head} name="expected_head" maxLength={HEAD_CHARS} />
        </Form>
      </details>
    </section>
  );
}
