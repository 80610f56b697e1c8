/** The installation: how it is now, what it refused, what is wrong with it, how it is configured, what it may. */
import { useLocation } from "preact-iso";
import { installation as words } from "../../messages/installation.ts";
import { titles } from "../../messages/titles.ts";
import { Page } from "../../parts/page.tsx";
import { PageTabs } from "../../parts/page-tabs.tsx";
import { mayOnServer } from "../../state/me.ts";
import { CertificateTab } from "./certificate.tsx";
import { Configuration } from "./configuration.tsx";
import { Limits } from "./limits.tsx";
import { Expiring, Refused, Waiting } from "./refusals.tsx";
import { FailedRequests, SlowRequests } from "./requests.tsx";
import { Support } from "./support.tsx";

const PAGE = "/app/admin/server";
const TABS = ["requests", "configuration", "certificate", "limits", "support"] as const;

export default function Server() {
  const { query } = useLocation();
  const shown = TABS.find((name) => name === query.tab) ?? "requests";
  return (
    <Page title={titles.server}>
      <PageTabs address={PAGE} tabs={TABS.map((name) => ({ name, title: words.tabs[name] }))} shown={shown} />
      {shown === "requests" && (
        <>
          <Waiting />
          <Refused />
          <FailedRequests />
          <SlowRequests />
          <Expiring />
        </>
      )}
      {shown === "configuration" && <Configuration />}
      {shown === "certificate" && <CertificateTab />}
      {shown === "limits" && <Limits canChange={mayOnServer("limits.change")} />}
      {shown === "support" && <Support canMakeBundle={mayOnServer("support_bundle.make")} />}
    </Page>
  );
}
