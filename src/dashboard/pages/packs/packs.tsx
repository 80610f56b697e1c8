/** Model packs: those that arrive now, those that are installed, and all that the catalogue knows. */
import { useSignal } from "@preact/signals";
import { packWords as words } from "../../messages/packs.ts";
import { titles } from "../../messages/titles.ts";
import { Button } from "../../parts/button.tsx";
import { Loaded, Page } from "../../parts/page.tsx";
import { useTasks } from "../../parts/task.tsx";
import { mayOnServer } from "../../state/me.ts";
import { useCall } from "../../state/resource.ts";
import { setting } from "../../state/signals.ts";
import { Arrivals } from "./arrivals.tsx";
import { Catalogue } from "./catalogue.tsx";
import { InstalledPacks } from "./installed.tsx";
import { Routes } from "./routes.tsx";
import { SendPack } from "./send-pack.tsx";

export default function Packs() {
  const isSending = useSignal(false);
  const packs = useCall("GET /v1/administration/packs", {}, ["administration_task"]);
  const tasks = useTasks();
  const mayChange = mayOnServer("packs.change");
  return (
    <Page
      title={titles.packs}
      lead={words.lead}
      actions={
        mayChange && (
          <Button look="small" icon="upload" text={words.upload} onClick={setting(isSending, true)} />
        )
      }
    >
      <Arrivals tasks={tasks} mayChange={mayChange} />
      <Loaded of={packs}>
        {(shown) => (
          <>
            <InstalledPacks
              packs={shown}
              tasks={tasks.data.value}
              mayChange={mayChange}
              onChanged={packs.reload}
            />
            <Routes mayChange={mayChange} onChanged={packs.reload} />
            <Catalogue mirrors={shown.mirrors} mayChange={mayChange} />
          </>
        )}
      </Loaded>
      {isSending.value && <SendPack onClose={setting(isSending, false)} />}
    </Page>
  );
}
