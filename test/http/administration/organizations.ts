import { CHANGE, READ, type Row } from "./row.ts";

export const ORGANIZATIONS: Record<string, Row> = {
  "GET /organizations": [READ, 200],
  "POST /organizations/search": [READ, 200],
  "POST /organizations": [CHANGE, 400, "invalid_request"],
  "GET /organizations/:organization": [READ, 404, "organization_not_found"],
  "PATCH /organizations/:organization": [CHANGE, 404, "organization_not_found"],
  "POST /organizations/:organization/policy/effect": [READ, 404, "organization_not_found"],
  "POST /organizations/:organization/disable": [CHANGE, 404, "organization_not_found"],
  "POST /organizations/:organization/enable": [CHANGE, 404, "organization_not_found"],
  "PUT /organizations/:organization/members/:person": [CHANGE, 400, "invalid_request"],
  "DELETE /organizations/:organization/members/:person": [CHANGE, 404, "organization_not_found"],
  "GET /organizations/:organization/usage": [READ, 404, "organization_not_found"],
};

/** Routes that are no `GET`, and only ask: a password alone suffices. */
export const ASKING: readonly string[] = [
  "POST /organizations/:organization/policy/effect",
  "POST /people/import/check",
  "POST /people/search",
  "POST /organizations/search",
  "POST /audit/search",
  "POST /packs/catalogue/search",
];
