import { CHANGE, READ, type Row } from "./row.ts";

export const SERVER: Record<string, Row> = {
  "GET /tasks": [READ, 200],
  "GET /tasks/:task": [READ, 404, "task_not_found"],
  "POST /tasks/:task/cancel": [CHANGE, 404, "task_not_found"],
  "GET /audit": [READ, 200],
  "GET /requests/failed": [READ, 200],
  "GET /requests/slow": [READ, 200],
  "GET /report": [READ, 200],
};
