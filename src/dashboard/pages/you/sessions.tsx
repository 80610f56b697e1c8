/** Browsers in which the person is logged in. */
import { useSignal } from "@preact/signals";
import { call, type Schemas } from "../../client/api.ts";
import { you as words } from "../../messages/you.ts";
import { Dialog, orToast, perform, toast } from "../../parts/acts.tsx";
import { Button } from "../../parts/button.tsx";
import { Check } from "../../parts/form.tsx";
import { Loaded, Section } from "../../parts/page.tsx";
import { SessionTable } from "../../parts/session-table.tsx";
import { useCall } from "../../state/resource.ts";
import { into, setting } from "../../state/signals.ts";

type Session = Schemas["BrowserSession"];

export function Sessions() {
  const list = useCall("GET /v1/browser-sessions");
  const end = ({ id }: Session) =>
    perform(() => call("DELETE /v1/browser-sessions/{browser_session}", { path: { browser_session: id } }), {
      done: words.ended,
      after: list.reload,
    });
  const isAsking = useSignal(false);
  const hasOthers = list.data.value?.data.some(({ current }) => !current);
  return (
    <Section
      title={words.sessionsTitle}
      beside={
        hasOthers && (
          <Button look="small destroy plain" text={words.endOthers} onClick={setting(isAsking, true)} />
        )
      }
    >
      <p class="second">{words.sessionsLead}</p>
      <Loaded of={list}>{({ data }) => <SessionTable sessions={data} onEnd={end} />}</Loaded>
      {isAsking.value && (
        <EndOthers
          onClose={() => {
            isAsking.value = false;
            void list.reload();
          }}
        />
      )}
    </Section>
  );
}

/** Names the apps that stay: a thief who let one in with a stolen session would keep it. */
function EndOthers({ onClose }: { onClose: () => void }) {
  const grants = useCall("GET /v1/grants");
  const endsApps = useSignal(false);
  const end = async () => {
    await orToast(async () => {
      await call("DELETE /v1/browser-sessions");
      if (endsApps.value) await call("DELETE /v1/grants");
      toast(endsApps.value ? words.othersAndAppsEnded : words.othersEnded);
    });
    onClose();
  };
  const act = { look: "destroy sure", text: words.endOthers, onClick: end };
  return (
    <Dialog title={words.endOthersTitle} onClose={onClose} act={act}>
      <Loaded of={grants}>
        {({ data }) =>
          data.length === 0 ? (
            <p>{words.noAppsStay}</p>
          ) : (
            <div class="stack tight">
              <p>{words.appsStay}</p>
              <ul>
                {data.map(({ id, client_name, client_id }) => (
                  <li key={id}>{client_name ?? client_id}</li>
                ))}
              </ul>
              <Check
                name="end_apps"
                label={words.endApps}
                checked={endsApps.value}
                onChange={into(endsApps)}
              />
            </div>
          )
        }
      </Loaded>
    </Dialog>
  );
}
