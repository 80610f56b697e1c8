/** The server, for its administrators in the browser. */
import type { ReportDeps } from "../metering/monthly-report.ts";
import type { PersonRoute } from "../web/route.ts";
import {
  type PackRecommendationDeps,
  packRecommendationRoute,
} from "./administration/pack-recommendations.ts";
import { reportRoute } from "./administration/report.ts";
import { requestRoutes } from "./administration/requests.ts";

export function administrationRoutes(deps: PackRecommendationDeps & ReportDeps): PersonRoute[] {
  return [...requestRoutes(deps), reportRoute(deps), packRecommendationRoute(deps)];
}
