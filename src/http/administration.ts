/** The server, for its administrators in the browser. */
import type { PersonDeps } from "../web/person.ts";
import type { PersonRoute } from "../web/route.ts";
import { requestRoutes } from "./administration/requests.ts";

export function administrationRoutes(deps: PersonDeps): PersonRoute[] {
  return requestRoutes(deps);
}
