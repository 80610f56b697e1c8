/** Every page, in the order of the menu. */

import { administeredOrganizationPage } from "./pages/administered-organization/page.ts";
import { appsPage } from "./pages/apps/page.ts";
import { auditPage } from "./pages/audit/page.ts";
import { backupsPage } from "./pages/backups/page.ts";
import { captionsPage } from "./pages/captions/page.ts";
import { dictatePage } from "./pages/dictate/page.ts";
import { directoryPage } from "./pages/directory/page.ts";
import { healthPage } from "./pages/health/page.ts";
import { historyPage } from "./pages/history/page.ts";
import { homePage } from "./pages/home/page.ts";
import { invoicesPage } from "./pages/invoices/page.ts";
import { keysPage } from "./pages/keys/page.ts";
import { organizationPage } from "./pages/organization/page.ts";
import { organizationsPage } from "./pages/organizations/page.ts";
import { packsPage } from "./pages/packs/page.ts";
import { peoplePage } from "./pages/people/page.ts";
import { personPage } from "./pages/person/page.ts";
import { recognitionPage } from "./pages/recognition/page.ts";
import { recordingsPage } from "./pages/recordings/page.ts";
import { serverPage } from "./pages/server/page.ts";
import { transcriptPage } from "./pages/transcript/page.ts";
import { usagePage } from "./pages/usage/page.ts";
import { welcomePage } from "./pages/welcome/page.ts";
import { wordsPage } from "./pages/words/page.ts";
import { workersPage } from "./pages/workers/page.ts";
import { youPage } from "./pages/you/page.ts";
import type { KnownPage } from "./parts/page-definition.ts";

export const pages: readonly KnownPage[] = [
  homePage,
  dictatePage,
  recordingsPage,
  transcriptPage,
  captionsPage,
  historyPage,
  wordsPage,
  keysPage,
  appsPage,
  usagePage,
  youPage,
  organizationPage,
  welcomePage,
  peoplePage,
  personPage,
  organizationsPage,
  administeredOrganizationPage,
  directoryPage,
  invoicesPage,
  recognitionPage,
  workersPage,
  packsPage,
  healthPage,
  serverPage,
  auditPage,
  backupsPage,
];
