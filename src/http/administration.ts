/** The server, for its administrators in the browser. */
import type { ReportDeps } from "../metering/monthly-report.ts";
import type { PersonDeps } from "../web/person.ts";
import type { PersonRoute } from "../web/route.ts";
import { reportRoute } from "./administration/report.ts";
import { requestRoutes } from "./administration/requests.ts";

export function administrationRoutes(deps: PersonDeps & ReportDeps): PersonRoute[] {
  return [...requestRoutes(deps), reportRoute(deps)];
}
