import { CHANGE, READ, type Row } from "./row.ts";

export const PEOPLE: Record<string, Row> = {
  "GET /people": [READ, 200],
  "POST /people/search": [READ, 200],
  "POST /people": [CHANGE, 400, "invalid_request"],
  "POST /people/import": [CHANGE, 415, "unsupported_media_type"],
  "POST /people/import/check": [CHANGE, 415, "unsupported_media_type"],
  "POST /people/setup-links": [CHANGE, 201],
  "GET /people/:person": [READ, 404, "person_not_found"],
  "PATCH /people/:person": [CHANGE, 404, "person_not_found"],
  "POST /people/:person/disable": [CHANGE, 404, "person_not_found"],
  "POST /people/:person/enable": [CHANGE, 404, "person_not_found"],
  "POST /people/:person/setup-link": [CHANGE, 404, "person_not_found"],
  "POST /people/:person/reset-second-step": [CHANGE, 404, "person_not_found"],
  "POST /people/:person/erase": [CHANGE, 400, "invalid_request"],
  "POST /people/:person/erase-history": [CHANGE, 400, "invalid_request"],
  "DELETE /people/:person/passkeys": [CHANGE, 404, "person_not_found"],
  "GET /people/:person/access": [READ, 404, "person_not_found"],
  "DELETE /people/:person/browser-sessions": [CHANGE, 404, "person_not_found"],
  "DELETE /people/:person/browser-sessions/:browser_session": [CHANGE, 404, "person_not_found"],
  "DELETE /people/:person/keys/:key": [CHANGE, 404, "person_not_found"],
  "DELETE /people/:person/grants/:grant": [CHANGE, 404, "person_not_found"],
};
