/** `GET /metrics`, on the server's own address or on one for metrics alone. */
import { z } from "zod";
import { equalInConstantTime } from "../../lib/constant-time.ts";
import { TiroError } from "../../lib/errors.ts";
import { textAnswer } from "../../web/answers.ts";
import type { Operation } from "../../web/operation.ts";
import type { PublicRoute } from "../../web/route.ts";
import type { Metrics } from "./metrics.ts";

const PATH = "/metrics";

const OPERATION: Operation = {
  id: "getMetrics",
  tags: ["Health"],
  summary: "Figures for the operator, in OpenMetrics form",
  description: "Needs the token of the setting `metrics.token`.",
  answers: {
    200: { description: "The metrics.", content: { "application/openmetrics-text": { schema: z.string() } } },
  },
  errors: ["invalid_api_key"],
};

export interface MetricsDoor {
  metrics: Metrics;
  /** As it is now; null if everybody who reaches the address may read them. */
  token: () => string | null;
}

/** The route among all others. @param door null if metrics are off or have an address of their own. */
export function metricsRoutes(door: MetricsDoor | null): PublicRoute[] {
  if (door === null) return [];
  const handle: PublicRoute["handle"] = ({ request }) => answer(door, request);
  return [{ method: "GET", path: PATH, family: "product", access: "public", operation: OPERATION, handle }];
}

/** The application of the metrics' own address. */
export function metricsApplication(door: MetricsDoor) {
  return {
    server: null as Bun.Server<undefined> | null,
    fetch: async (request: Request): Promise<Response> => {
      if (new URL(request.url).pathname !== PATH) return textAnswer(404, PLAIN, `Metrics are at ${PATH}.\n`);
      if (request.method !== "GET" && request.method !== "HEAD")
        return textAnswer(405, PLAIN, "GET only.\n", { Allow: "GET, HEAD" });
      try {
        return await answer(door, request);
      } catch (error) {
        if (!(error instanceof TiroError)) throw error;
        return textAnswer(error.status, PLAIN, `${error.message}\n`, error.extras.headers);
      }
    },
  };
}

const PLAIN = "text/plain; charset=utf-8";

/** @throws TiroError `invalid_api_key` */
async function answer({ metrics, token: tokenNow }: MetricsDoor, request: Request): Promise<Response> {
  const token = tokenNow();
  const [, sent = ""] = /^Bearer +(.+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  if (token !== null && !equalInConstantTime(sent, token))
    throw new TiroError("invalid_api_key", "Metrics need the token of the setting metrics.token.", {
      headers: { "WWW-Authenticate": 'Bearer realm="metrics"' },
    });
  return textAnswer(200, metrics.contentType, await metrics.text());
}
