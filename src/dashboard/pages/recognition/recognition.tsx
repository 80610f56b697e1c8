/** The queue and the recognizers as they are this second, of everybody: never what was said. */
import { useSignal } from "@preact/signals";
import { call, type Schemas } from "../../client/api.ts";
import { recognitionWords as words } from "../../messages/recognition.ts";
import { titles } from "../../messages/titles.ts";
import { perform } from "../../parts/acts.tsx";
import { Button } from "../../parts/button.tsx";
import { Loaded, Page } from "../../parts/page.tsx";
import { useEvery } from "../../state/every.ts";
import { ago } from "../../state/format.ts";
import { mayOnServer } from "../../state/me.ts";
import { useCall } from "../../state/resource.ts";
import { Engines } from "./engines.tsx";
import { Queue } from "./queue.tsx";

type Check = Schemas["AdministeredRecognition"]["check"];

/** Waits grow and checks run also while nothing else changes. */
const READ_AGAIN_MS = 15_000;

export default function Recognition() {
  const isChecking = useSignal(false);
  const now = useCall("GET /v1/administration/recognition", {}, ["recognition"]);
  useEvery(READ_AGAIN_MS, now.reload);
  const mayChange = mayOnServer("recognition.change");
  const check = () =>
    perform(
      async () => {
        now.data.value = await call("POST /v1/administration/recognition/check", {});
      },
      { busy: isChecking },
    );
  const { value } = now.data;
  return (
    <Page
      bare
      title={titles.recognition}
      lead={value && <Lead check={value.check} />}
      actions={
        mayChange && <Button look="small" text={words.checkNow} disabled={isChecking.value} onClick={check} />
      }
    >
      <Loaded of={now}>
        {(shown) => (
          <div class="stack wide">
            <Queue queue={shown.queue} jobs={shown.jobs} onChanged={now.reload} />
            <Engines engine={shown.engine} mayChange={mayChange} onChanged={now.reload} />
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function Lead({ check: { status, last_run_at: at } }: { check: Check }) {
  if (at === null) return words.starting;
  const says = { ok: words.works, degraded: words.limited, unavailable: words.fails }[status];
  return (
    <>
      <span class={status === "ok" ? "state good" : "state wait"}>{says}</span> {words.checked(ago(at))}
    </>
  );
}
