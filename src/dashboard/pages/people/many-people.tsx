/** Acts for many people at once: imports a table, and makes links for those who cannot log in yet. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { csv } from "../../../lib/csv.ts";
import { call } from "../../client/api.ts";
import { peopleImport as words } from "../../messages/people-import.ts";
import { confirmFirst, toast, toastFault } from "../../parts/acts.tsx";
import { Button } from "../../parts/button.tsx";
import { newestTask, TaskProgress, useTasks } from "../../parts/task.tsx";
import { number } from "../../state/format.ts";
import { saveFile } from "../../state/save-file.ts";
import { setting } from "../../state/signals.ts";
import { ImportPeople } from "./import-people.tsx";

export function ManyPeople({ onStarted }: { onStarted: (taskId: string) => void }) {
  const isImporting = useSignal(false);
  const close = setting(isImporting, false);
  return (
    <>
      <Button look="small" text={words.links} onClick={makeLinks} />
      <Button look="small" text={words.import} onClick={setting(isImporting, true)} />
      {isImporting.value && (
        <ImportPeople
          onClose={close}
          onStarted={(taskId) => {
            close();
            onStarted(taskId);
          }}
        />
      )}
    </>
  );
}

/** Saved at once: the answer alone has them. */
async function makeLinks(): Promise<void> {
  const question = { title: words.linksTitle, text: words.linksText, act: words.makeLinks };
  if (!(await confirmFirst(question))) return;
  try {
    const { data, has_more: hasMore } = await call("POST /v1/administration/people/setup-links", {
      body: {},
    });
    if (data.length === 0) return toast(words.noLinks);
    const lines = data.map(({ email, name, url, expires_at: at }) => [email, name ?? "", url, at]);
    const table = csv([["email", "name", "url", "expires_at"], ...lines]);
    saveFile(`${words.linksFile}.csv`, new Blob([table], { type: "text/csv;charset=utf-8" }));
    toast(hasMore ? words.moreLinks : words.linksDone(data.length, number(data.length)));
  } catch (error) {
    toastFault(error);
  }
}

interface ImportProgressProps {
  /** The import that this page started; it may end before the page hears of it. */
  startedId: string | null;
  onEnded: () => void;
}

/** Of the newest import; of one that ended while the page is open, what it came to. */
export function ImportProgress({ startedId, onEnded }: ImportProgressProps) {
  const tasks = useTasks();
  const followed = useSignal<string | null>(null);
  const task = newestTask(tasks.data.value, "people_import");
  const state = task?.state;
  useEffect(() => {
    followed.value = startedId;
    if (startedId !== null) void tasks.reload();
  }, [startedId]);
  useEffect(() => {
    if (task !== null && state === "running") followed.value = task.id;
    if (task === null || state !== "succeeded" || followed.value !== task.id) return;
    followed.value = null;
    const { added, joined } = task.result as { added: number; joined: number };
    toast(words.done(number(added), number(joined)));
    onEnded();
  }, [task?.id, state, startedId]);
  if (task === null) return null;
  return <TaskProgress task={task} label={words.running} onCancelled={tasks.reload} />;
}
