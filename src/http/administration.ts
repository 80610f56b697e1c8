/** The server, for its administrators in the browser. */
import type { ReportDeps } from "../metering/monthly-report.ts";
import type { PersonRoute } from "../web/route.ts";
import { type ActDeps, actRoutes } from "./administration/acts.ts";
import { type AuditRouteDeps, serverAuditRoutes } from "./administration/audit.ts";
import { type BackupRouteDeps, backupRoutes } from "./administration/backups.ts";
import { type DirectoryRouteDeps, directoryRoutes } from "./administration/directory.ts";
import { type ExpiringDeps, expiringRoutes } from "./administration/expiring.ts";
import { type FirstRunDeps, firstRunRoutes } from "./administration/first-run.ts";
import { healthHistoryRoute } from "./administration/health.ts";
import { administeredInvoiceRoutes, type InvoiceRouteDeps } from "./administration/invoices.ts";
import { administeredJobRoutes } from "./administration/jobs.ts";
import { type LimitRouteDeps, limitRoutes } from "./administration/limits.ts";
import { type ModelRouteDeps, modelRouteRoutes } from "./administration/model-routes.ts";
import { administeredOrganizationRoutes } from "./administration/organization.ts";
import { administeredOrganizationsRoutes } from "./administration/organizations.ts";
import {
  type PackRecommendationDeps,
  packRecommendationRoute,
} from "./administration/pack-recommendations.ts";
import { type PackDeps, packRoutes } from "./administration/packs.ts";
import { peopleRoutes } from "./administration/people.ts";
import { type PeopleImportDeps, peopleImportRoutes } from "./administration/people-import.ts";
import { personRoutes } from "./administration/person.ts";
import { personAccessRoutes } from "./administration/person-access.ts";
import { type PersonErasureDeps, personErasureRoutes } from "./administration/person-erasure.ts";
import { type RecognitionDeps, recognitionRoutes } from "./administration/recognition.ts";
import { reportRoute } from "./administration/report.ts";
import { type RequestRouteDeps, requestRoutes } from "./administration/requests.ts";
import { scimTokenRoutes } from "./administration/scim-tokens.ts";
import type { SetupLinkDeps } from "./administration/setup-link.ts";
import { setupLinksRoute } from "./administration/setup-links.ts";
import { type SiteRouteDeps, siteRoutes } from "./administration/site.ts";
import { type TaskRouteDeps, taskRoutes } from "./administration/tasks.ts";
import { type WorkerRouteDeps, workerRoutes } from "./administration/workers.ts";

type AdministrationDeps = PackRecommendationDeps &
  ReportDeps &
  SetupLinkDeps &
  PeopleImportDeps &
  TaskRouteDeps &
  PersonErasureDeps &
  RecognitionDeps &
  WorkerRouteDeps &
  PackDeps &
  ModelRouteDeps &
  AuditRouteDeps &
  BackupRouteDeps &
  SiteRouteDeps &
  ActDeps &
  ExpiringDeps &
  FirstRunDeps &
  LimitRouteDeps &
  InvoiceRouteDeps &
  DirectoryRouteDeps &
  RequestRouteDeps;

export function administrationRoutes(deps: AdministrationDeps): PersonRoute[] {
  return [
    ...peopleRoutes(deps),
    ...peopleImportRoutes(deps),
    setupLinksRoute(deps),
    ...personRoutes(deps),
    ...personAccessRoutes(deps),
    ...personErasureRoutes(deps),
    ...administeredOrganizationsRoutes(deps),
    ...administeredOrganizationRoutes(deps),
    ...directoryRoutes(deps),
    ...scimTokenRoutes(deps),
    ...limitRoutes(deps),
    ...administeredInvoiceRoutes(deps),
    ...serverAuditRoutes(deps),
    ...backupRoutes(deps),
    ...siteRoutes(deps),
    healthHistoryRoute(deps),
    ...actRoutes(deps),
    ...expiringRoutes(deps),
    ...firstRunRoutes(deps),
    ...administeredJobRoutes(deps),
    ...requestRoutes(deps),
    reportRoute(deps),
    ...taskRoutes(deps),
    ...recognitionRoutes(deps),
    ...workerRoutes(deps),
    ...packRoutes(deps),
    ...modelRouteRoutes(deps),
    packRecommendationRoute(deps),
  ];
}
