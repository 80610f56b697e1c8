/** The server, for its administrators in the browser. */
import type { ReportDeps } from "../metering/monthly-report.ts";
import type { PersonRoute } from "../web/route.ts";
import { serverAuditRoute } from "./administration/audit.ts";
import { administeredJobRoutes } from "./administration/jobs.ts";
import {
  type PackRecommendationDeps,
  packRecommendationRoute,
} from "./administration/pack-recommendations.ts";
import { type PeopleDeps, peopleRoutes } from "./administration/people.ts";
import { reportRoute } from "./administration/report.ts";
import { requestRoutes } from "./administration/requests.ts";

export function administrationRoutes(deps: PackRecommendationDeps & ReportDeps & PeopleDeps): PersonRoute[] {
  return [
    ...peopleRoutes(deps),
    serverAuditRoute(deps),
    ...administeredJobRoutes(deps),
    ...requestRoutes(deps),
    reportRoute(deps),
    packRecommendationRoute(deps),
  ];
}
