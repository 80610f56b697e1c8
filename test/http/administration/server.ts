import { READ, type Row } from "./row.ts";

export const SERVER: Record<string, Row> = {
  "GET /audit": [READ, 200],
  "GET /requests/failed": [READ, 200],
  "GET /requests/slow": [READ, 200],
  "GET /report": [READ, 200],
};
