/** How the server does: now, in the last months, and what the doctor finds. */
import { useLocation } from "preact-iso";
import { healthTitle } from "../../messages/administration-titles.ts";
import { healthWords } from "../../messages/health.ts";
import { Page } from "../../parts/page.tsx";
import { me } from "../../state/me.ts";
import { DoctorTab } from "./doctor.tsx";
import { History } from "./history.tsx";
import { Now } from "./now.tsx";

const PAGE = "/app/admin/health";
const TABS = ["now", "history", "doctor"] as const;

export default function Health() {
  const { tabs } = healthWords();
  const { query } = useLocation();
  const shown = TABS.find((name) => name === query.tab) ?? "now";
  const may = (permission: string) =>
    me.data.value?.server_permissions.some((each) => each === permission) ?? false;
  return (
    <Page title={healthTitle()}>
      <div class="stack wide">
        <ul class="tabs">
          {TABS.map((name) => (
            <li key={name}>
              <a href={`${PAGE}?tab=${name}`} {...(name === shown && { "aria-current": "page" as const })}>
                {tabs[name]}
              </a>
            </li>
          ))}
        </ul>
        {shown === "now" && <Now canConfirmClock={may("clock.confirm")} />}
        {shown === "history" && <History />}
        {shown === "doctor" && <DoctorTab canTestMail={may("mail.test")} />}
      </div>
    </Page>
  );
}
