import { CHANGE, READ, type Row } from "./row.ts";

export const RECOGNITION: Record<string, Row> = {
  "GET /jobs": [READ, 200],
  "POST /jobs/:job/cancel": [CHANGE, 404, "job_not_found"],
  "GET /recognition": [READ, 200],
  "POST /recognition/check": [CHANGE, 200],
  "POST /recognition/retry": [CHANGE, 200],
  "GET /workers": [READ, 200],
  "POST /workers/:worker/drain": [CHANGE, 404, "worker_not_found"],
  "POST /workers/:worker/resume": [CHANGE, 404, "worker_not_found"],
  "GET /packs": [READ, 200],
  "GET /packs/catalogue": [READ, 200],
  "POST /packs/catalogue/search": [READ, 200],
  "POST /packs/install": [CHANGE, 400, "invalid_request"],
  "POST /packs/install-upload": [CHANGE, 400, "invalid_request"],
  "POST /packs/:pack/verify": [CHANGE, 404, "model_not_found"],
  "DELETE /packs/:pack": [CHANGE, 404, "model_not_found"],
  "GET /packs/recommended": [READ, 200],
  "GET /model-routes": [READ, 200],
  "PUT /model-routes/:language": [CHANGE, 400, "invalid_request"],
  "DELETE /model-routes/:language": [CHANGE, 400, "invalid_request"],
};
