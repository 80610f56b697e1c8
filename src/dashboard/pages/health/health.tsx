/** How the server does: now, in the last months, and what the doctor finds. */
import { useLocation } from "preact-iso";
import { healthWords as words } from "../../messages/health.ts";
import { titles } from "../../messages/titles.ts";
import { Page } from "../../parts/page.tsx";
import { PageTabs } from "../../parts/page-tabs.tsx";
import { mayOnServer } from "../../state/me.ts";
import { DoctorTab } from "./doctor.tsx";
import { History } from "./history.tsx";
import { Now } from "./now.tsx";

const PAGE = "/app/admin/health";
const TABS = ["now", "history", "doctor"] as const;

export default function Health() {
  const { query } = useLocation();
  const shown = TABS.find((name) => name === query.tab) ?? "now";
  return (
    <Page title={titles.health}>
      <PageTabs address={PAGE} tabs={TABS.map((name) => ({ name, title: words.tabs[name] }))} shown={shown} />
      {shown === "now" && <Now canConfirmClock={mayOnServer("clock.confirm")} />}
      {shown === "history" && <History />}
      {shown === "doctor" && <DoctorTab canTestMail={mayOnServer("mail.test")} />}
    </Page>
  );
}
